package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.print.ExitCode;
import io.cleave.disk.Disk;
import io.cleave.disk.DurableOrder;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Operation;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.disk.Trouble;
import io.cleave.file.format.NpyBytes;
import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands that write tensors, on a disk that fails at each of its operations in turn; and what
/// `--durable` asks of a disk.
class CommandTroubleTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  /// A command and what it does.
  enum Command {
    SPLIT("split IN/x.npy --axis 0 --equal 2"),
    RUN("run IN/model.xml --input x=IN/x.npy"),
    RUN_LAYER("run IN/model.xml --layer s --data IN/x.npy");

    private final String line;

    Command(String line) {
      this.line = line;
    }

    String[] arguments(Path folder, String... more) {
      List<String> all = new ArrayList<>(List.of(line.replace("IN", "" + folder).split(" ", -1)));
      all.addAll(List.of("--device", "cpu", "--force", "--out", "" + folder.resolve("parts")));
      all.addAll(List.of(more));
      return all.toArray(String[]::new);
    }
  }

  @BeforeEach
  void makeInputs() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int split = model.variadic("s", x, model.scalar(1), model.list(2, -1), 2);
    model.result("a", new TestModel.Out(split, 3)).result("b", new TestModel.Out(split, 4));
    Files.move(model.write(folder), folder.resolve("model.xml"));
    Files.write(
        folder.resolve("x.npy"),
        NpyBytes.file(1, NpyBytes.text("|u1", false, 4, 6), NpyBytes.data(24)));
  }

  @ParameterizedTest
  @EnumSource
  void theirFilesAreWholeOrAsTheyWere(Command command) throws IOException {
    Ordeal ordeal =
        Ordeal.of(
            folder.resolve("parts"),
            true,
            disk -> TroubledCli.run(disk, command.arguments(folder, "--durable")));
    // Reading a command line takes longer than the rest.
    ordeal.sampled(16);
    ordeal.suffers(ordeal.made().with(name -> "what " + name + " held before"));
    assertThat(ordeal.tried()).isGreaterThan(8);
  }

  @ParameterizedTest
  @EnumSource
  void durableWaitsForTheDisk(Command command) throws IOException {
    Disk durable = new Disk(Trouble.NONE);
    TroubledCli.run(durable, command.arguments(folder, "--durable"));
    assertThat(durable.operations())
        .filteredOn(operation -> operation.kind() == Operation.Kind.FORCE)
        .as("both files, their folder, and the one that it was made in")
        .hasSize(4);
    DurableOrder.require(durable, true);
    Snapshot made = Snapshot.of(folder.resolve("parts"));
    Disk quick = new Disk(Trouble.NONE);
    TroubledCli.run(quick, command.arguments(folder));
    DurableOrder.requireNone(quick);
    assertThat(Snapshot.of(folder.resolve("parts"))).isEqualTo(made);
  }

  /// A device that is always full: there is nothing to mend in the call.
  @Test
  void aFullDeviceIsSaid() {
    String full = "/dev/full";
    assumeTrue(Files.isWritable(Path.of(full)), "there is no /dev/full");
    String data = folder.resolve("x.npy").toString();
    Cli run = Cli.run("explain", data, "--axis", "1", "--equal", "2", "--svg", full);
    assertThat(run.code()).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(run.err())
        .isEqualTo(
            "cleave: /dev/full cannot be written; the system says: No space left on device\n");
  }

  /// On the real disk, as users say it.
  @ParameterizedTest
  @EnumSource
  void durableMakesTheSame(Command command) throws IOException {
    assertThat(Cli.run(command.arguments(folder)).code()).isEqualTo(ExitCode.DONE);
    Snapshot made = Snapshot.of(folder.resolve("parts"));
    Cli durable = Cli.run(command.arguments(folder, "--durable"));
    assertThat(durable.code()).as(durable.err()).isEqualTo(ExitCode.DONE);
    assertThat(Snapshot.of(folder.resolve("parts"))).isEqualTo(made);
  }
}
