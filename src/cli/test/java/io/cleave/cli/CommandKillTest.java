package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.disk.Doomed;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.file.format.NpyBytes;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that are killed with SIGKILL at any of their operations.
@Timeout(600)
class CommandKillTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  @BeforeEach
  void makeInputs() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int split = model.variadic("s", x, model.scalar(1), model.list(2, -1), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    assertThat(model.write(folder)).hasFileName("model.xml");
    Files.write(
        folder.resolve("x.npy"),
        NpyBytes.file(1, NpyBytes.text("|u1", false, 4, 6), NpyBytes.data(24)));
  }

  private Path parts() {
    return folder.resolve("parts");
  }

  private String[] arguments(String command) {
    List<String> all = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      all.add(word.replaceFirst("\\w+\\.(npy|xml)$", folder + "/$0"));
    }
    all.addAll(List.of("--device", "cpu", "--force", "--out", parts().toString()));
    return all.toArray(String[]::new);
  }

  private Ordeal ordeal(String command) throws IOException {
    boolean isDurable = command.contains("--durable");
    return Ordeal.of(parts(), isDurable, disk -> TroubledCli.run(disk, arguments(command)));
  }

  private Doomed start(int point, String command) throws IOException {
    return Doomed.start(TroubledCli.class, point, arguments(command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split x.npy --axis 0 --equal 2 --format npz --compress --durable",
        "split x.npy --axis 1 --equal 2 --verify",
        "split x.npy --axis 1 --equal 2 --format safetensors",
        "split x.npy --axis 0 --equal 2 --format raw",
        "split x.npy --axis 1 --equal 2 --format npz --bundle --compress",
        "split x.npy --axis 0 --equal 2 --format safetensors --bundle --durable",
        "run model.xml --input x=x.npy --format npz",
      })
  void aKillLeavesWholeFiles(String command) throws IOException, InterruptedException {
    Ordeal ordeal = ordeal(command);
    Snapshot before = ordeal.made().with(name -> "what " + name + " held before");
    ordeal.isKilled(before, point -> start(point, command));
    assertThat(ordeal.tried()).isPositive();
  }
}
