package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cleave.backend.IdleSplitter;
import io.cleave.backend.OpenClException;
import io.cleave.cli.print.Complaints;
import io.cleave.cli.print.ExitCode;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.Arrangement;
import io.cleave.file.FileSplit;
import io.cleave.file.Format;
import io.cleave.file.Packing;
import io.cleave.file.SplitJob;
import io.cleave.file.Target;
import io.cleave.file.WrongPartException;
import io.cleave.file.npy.NpyBytes;
import io.cleave.ir.TestModel;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Which exit code stands for what went wrong.
class ComplaintsTest {
  @TempDir private Path folder;

  /// Those of 8 bits, too, of which U+009B begins a command as escape and bracket do.
  @Test
  void noControlReachesTheTerminal() {
    Cli run = Cli.run("a\u009b31m\u0085b\u001b[31m");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err().strip())
        .contains("a?31m b?[31m")
        .matches(text -> text.chars().noneMatch(Character::isISOControl));
  }

  @Test
  @Timeout(60)
  void blanksAreNoBurden() {
    String blanks = " ".repeat(300_000);
    String err = said("a" + blanks + "b\t\r\n" + blanks + "\u2028 c  d\n");
    assertThat(err).isEqualTo("cleave: a%sb c  d%n".formatted(blanks));
  }

  private static String said(String message) {
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().setErr(new PrintWriter(err, true));
    Complaints.failed(new IllegalArgumentException(message), line);
    return err.toString();
  }

  /// What turns the rest of a line round shows another name than the one that is meant.
  @Test
  void noCharacterIsPrintedThatIsNotShown() throws IOException {
    assertThat(Cli.run("a\u202eb\u2066c\u200bd").err()).contains("a?b?c?d");
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4,6");
    int split = model.variadic("s\u202et", x, model.scalar(1), model.list(2, -1), 2);
    model.result("a", new TestModel.Out(split, 3));
    assertThat(Cli.run("ir", model.write(folder).toString()).out())
        .contains("s?t")
        .contains("split");
  }

  @Test
  void aWrongPartIsAFailedCheck() throws IOException {
    Path input = folder.resolve("data.npy");
    String header = NpyBytes.text("|u1", false, 4, 6);
    Files.write(input, NpyBytes.file(1, header, NpyBytes.data(24)));
    Target target =
        new Target(folder, List.of(), Format.NPY, Arrangement.FILE_FOR_EACH_PART, Packing.STORED);
    SplitJob job =
        SplitJob.of(input, (shape, type) -> SplitPlan.intoEqualParts(shape, type, 1, 2), target);
    try (var idler = new IdleSplitter();
        var cpu = CpuSplitter.open(1)) {
      FileSplit split = new FileSplit(cpu).checkedBy(idler);
      WrongPartException wrong =
          catchThrowableOfType(WrongPartException.class, () -> split.write(job));
      assertThat(code(wrong)).isEqualTo(ExitCode.CHECK_FAILED);
    }
  }

  @Test
  void callersMendTheirCallsAndMachinesFail() {
    assertThat(code(new IllegalArgumentException("bad"))).isEqualTo(ExitCode.BAD_INPUT);
    IOException full = new IOException("full");
    assertThat(code(full)).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(code(new UncheckedIOException(full))).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(code(new OpenClException("clFinish", -5, "lost"))).isEqualTo(ExitCode.DEVICE_FAILED);
  }

  /// Stands for a jar that lacks a class, which the JVM says when the class is wanted.
  @Command(name = "lacking")
  private static final class Lacking implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new NoClassDefFoundError("io/cleave/Gone");
    }
  }

  /// Exit code 1 would say that a check has failed.
  @Test
  void anErrorIsAFaultOfCleave() {
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().addSubcommand(new Lacking());
    int code =
        Main.run(line, new PrintWriter(new StringWriter()), new PrintWriter(err, true), "lacking");
    assertThat(code).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(err.toString())
        .startsWith("cleave: this is a fault of cleave, please report it with what follows")
        .contains("java.lang.NoClassDefFoundError: io/cleave/Gone", "at io.cleave.cli.");
  }

  @Test
  void theMemoryThatIsUsedUpIsNamed() {
    assertThat(outOfMemory(() -> List.of(new long[Integer.MAX_VALUE])))
        .startsWith("cleave: the Java heap is used up (")
        .contains("-Xmx");
    try (Arena arena = Arena.ofConfined()) {
      assertThat(outOfMemory(() -> arena.allocate(1L << 60)))
          .startsWith("cleave: this machine has not so much memory free (")
          .endsWith(" bytes); split a smaller tensor" + System.lineSeparator());
    }
  }

  private static String outOfMemory(ThrowingCallable greedy) {
    OutOfMemoryError error = catchThrowableOfType(OutOfMemoryError.class, greedy);
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().setErr(new PrintWriter(err, true));
    assertThat(Complaints.outOfMemory(line, error)).isEqualTo(ExitCode.DEVICE_FAILED);
    return err.toString();
  }

  private static int code(Exception problem) {
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().setErr(new PrintWriter(err, true));
    int code = Complaints.failed(problem, line);
    assertThat(err.toString()).isEqualTo("cleave: %s%n".formatted(problem.getMessage()));
    return code;
  }
}
