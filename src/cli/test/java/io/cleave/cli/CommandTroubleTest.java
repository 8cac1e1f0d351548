package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.disk.Disk;
import io.cleave.disk.DurableOrder;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Operation;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Trouble;
import io.cleave.file.format.NpyBytes;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that write tensors, on a disk that fails at each of its operations in turn, or in a
/// process that is killed there; and what `--durable` asks of a disk.
class CommandTroubleTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private static final String SPLIT = "split ./x.npy --axis 0 --equal 2";
  private static final String RUN = "run ./model.xml --input x=./x.npy";
  private static final String RUN_LAYER = "run ./model.xml --layer s --data ./x.npy";

  private String[] arguments(String command) {
    return Cli.words(folder, command + " --device cpu --force --out ./parts");
  }

  private Ordeal ordeal(String command) throws IOException {
    return Ordeal.of(
        folder.resolve("parts"),
        command.contains("--durable"),
        disk -> TroubledCli.run(disk, arguments(command)));
  }

  @BeforeEach
  void makeInputs() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int split = model.variadic("s", x, model.scalar(1), model.list(2, -1), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    Files.move(model.write(folder), folder.resolve("model.xml"));
    Files.write(folder.resolve("x.npy"), NpyBytes.ofBytes(4, 6));
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, RUN, RUN_LAYER})
  void theirFilesAreWholeOrAsTheyWere(String command) throws IOException {
    Ordeal ordeal = ordeal(command + " --durable");
    // Reading a command line takes longer than the rest.
    ordeal.sampled(16);
    ordeal.suffers(ordeal.made().with(name -> "what " + name + " held before"));
    assertThat(ordeal.tried()).isGreaterThan(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {SPLIT, RUN, RUN_LAYER})
  void durableWaitsForTheDisk(String command) throws IOException {
    Disk durable = new Disk(Trouble.NONE);
    TroubledCli.run(durable, arguments(command + " --durable"));
    assertThat(durable.operations())
        .filteredOn(operation -> operation.kind() == Operation.Kind.FORCE)
        .as("both files, their folder, and the one that it was made in")
        .hasSize(4);
    Disk quick = new Disk(Trouble.NONE);
    TroubledCli.run(quick, arguments(command));
    DurableOrder.requireNone(quick);
    // On the real disk, as users say it.
    Cli.run(arguments(command + " --durable")).succeeded();
  }

  /// A device that is always full: there is nothing to mend in the call.
  @Test
  void aFullDeviceIsSaid() {
    String full = "/dev/full";
    assumeTrue(Files.isWritable(Path.of(full)), "there is no /dev/full");
    String data = folder.resolve("x.npy").toString();
    Cli run = Cli.run("explain", data, "--axis", "1", "--equal", "2", "--svg", full);
    assertThat(run.code()).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(run.err()).isEqualTo("cleave: cannot write /dev/full: No space left on device\n");
  }
}
