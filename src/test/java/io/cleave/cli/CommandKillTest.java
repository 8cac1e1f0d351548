package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.cli.print.ExitCode;
import io.cleave.disk.Disk;
import io.cleave.disk.Doomed;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Operation;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.disk.Toll;
import io.cleave.disk.Trouble;
import io.cleave.file.npy.NpyBytes;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that are killed outright at any of their operations, or stopped while others write to
/// the same folder.
@Timeout(600)
@ExtendWith(Toll.class)
class CommandKillTest {
  private static final String PACK =
      "split x.npy --axis 0 --equal 2 --format npz --compress --durable";

  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  @BeforeEach
  void makeInputs() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int split = model.variadic("s", x, model.scalar(1), model.list(2, -1), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    assertThat(model.write(folder)).hasFileName("model.xml");
    for (String name : List.of("x.npy", "y.npy")) {
      byte[] bytes = NpyBytes.file(1, NpyBytes.text("|u1", false, 4, 6), NpyBytes.data(24));
      Files.write(folder.resolve(name), bytes);
    }
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
        PACK,
        "split x.npy --axis 1 --equal 2 --verify",
        "split x.npy --axis 1 --equal 2 --format safetensors",
        "split x.npy --axis 0 --equal 2 --format raw",
        "split x.npy --axis 1 --equal 2 --format npz --bundle --compress",
        "split x.npy --axis 0 --equal 2 --format safetensors --bundle --durable",
        "run model.xml --input x=x.npy --format npz",
      })
  void aKillLeavesWholeFilesAndTheNextRunTidiesUp(String command)
      throws IOException, InterruptedException {
    Ordeal ordeal = ordeal(command);
    Snapshot before = ordeal.made().with(name -> "what " + name + " held before");
    ordeal.isKilled(before, point -> start(point, command));
    assertThat(ordeal.tried()).isPositive();
  }

  /// Points at which it has files that the other might take for leftovers.
  private List<Integer> points() throws IOException {
    Disk disk = new Disk(Trouble.NONE);
    TroubledCli.run(disk, arguments(PACK));
    Snapshot.NOTHING.restore(parts());
    List<Operation> all = disk.operations();
    int created = 0;
    while (!all.get(created).toString().equals("CREATE .x.0.npz.RUN.tmp")) {
      created++;
    }
    Random random = new Random(Seeds.today());
    List<Integer> points = new ArrayList<>();
    int step = Seeds.rounds(all.size(), 1);
    int first = created + 2;
    int last = all.size() - 1;
    for (int i = first + random.nextInt(Math.min(step, last - first)); i <= last; i += step) {
      points.add(i);
    }
    return points;
  }

  @Test
  void whatIsStillWrittenIsNoLeftover() throws IOException, InterruptedException {
    Map<String, String> made = ordeal("split y.npy --axis 1 --equal 2").made().files();
    for (int point : points()) {
      try (Doomed process = start(point, PACK)) {
        String operation = process.stop();
        Snapshot stopped = Snapshot.of(parts());
        assertThat(stopped.hidden().files()).as("before %s", operation).isNotEmpty();
        Cli other = Cli.run(arguments("split y.npy --axis 1 --equal 2"));
        assertThat(other.code()).as(other.err()).isEqualTo(ExitCode.DONE);
        assertThat(Snapshot.of(parts()).files())
            .as("before %s", operation)
            .containsAllEntriesOf(stopped.files())
            .containsAllEntriesOf(made);
        assertThat(process.goOn()).isZero();
      }
      assertThat(Snapshot.of(parts()).files())
          .containsOnlyKeys("x.0.npz", "x.1.npz", "y.0.npy", "y.1.npy")
          .containsAllEntriesOf(made);
      Snapshot.NOTHING.restore(parts());
    }
  }
}
