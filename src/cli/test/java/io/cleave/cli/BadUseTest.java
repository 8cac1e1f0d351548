package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cleave.TableTest;
import io.cleave.file.Format;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrongPartException;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.IdleSplitter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Exit codes, and the one sentence that says what is wrong and what to do.
class BadUseTest {
  private static final Path QKV =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "qkv.npy");

  @TempDir private Path folder;

  /// Exit code 2, one sentence, no stack trace, nothing written.
  @TableTest(
      """
      split                                                | Missing required
      split IN --axis 1                                    | Missing required
      split IN --axis one --equal 2                        | option '--axis'
      split IN --axis 1 --equal 2 --chunks-of 3            | mutually exclusive
      split IN --axis 1 --axis 2 --equal 2                 | only once
      split IN --axis 1 --lengths 4,x                      | "x" is not a 64-bit number such as 4
      split IN --axis 1 --lengths +4,8                     | "+4"
      split IN --axis 1 --lengths ٤,٤                      | 64-bit number
      split IN --axis 1 --lengths=                         | 64-bit number
      split IN --axis 1 --lengths 99999999999999999999     | 64-bit number
      split IN --axis 1 --lengths 4,5                      | lengths [4, 5] must sum to 12
      split IN --axis 3 --equal 2                          | axis 3 must lie in -3..2
      split IN --axis 1 --nearly-equal 4611686018427387904 | at most 16777216 parts
      split IN --axis 1 --equal 3 --names a,../b,c         | separators
      split IN --axis 1 --equal 3 --names a,..,c           | the part name '..'
      split IN --axis 1 --equal 3 --names a,.,c            | the part name '.'
      split IN --axis 1 --equal 3 --names a,,c             | the part name ''
      split IN --axis 1 --equal 3 --names /,b,c            | the part name '/'
      split IN --axis 1 --equal 3 --names a,b\\c,c          | the part name 'b
      split IN --axis 1 --equal 3 --names a,b\u202ec,c      | the part name 'b?c'
      split IN --axis 1 --equal 3 --names a,b,a            | 'a' is given to two parts
      split IN --axis 1 --equal 3 --device h200            | no device matches "h200"
      split IN --axis 1 --equal 3 --device=                | no device matches ""
      split IN --axis 1 --equal 3 --route x                | "x" is not known; use one of auto
      split IN --axis 1 --equal 3 --device auto --binding jocl | neither bindings nor routes
      split IN --axis 1 --equal 3 --format hdf5            | use one of npy npz safetensors raw
      split IN --axis 1 --equal 3 --format npy --bundle    | holds one tensor and no bundle
      split IN --axis 1 --equal 3 --compress               | only .npz files
      split IN --axis 1 --equal 3 --memory 1MiB            | must be 16MiB or more
      split IN --axis 1 --equal 3 --memory much            | such as 4096, 64M or 2G
      split IN --axis 1 --equal 3 --limit part=3           | use one of header data parts
      split IN --axis 1 --equal 3 --limit parts            | (WHAT=N): "" is not a number
      split IN --axis 1 --equal 3 --limit data=99999999999T | such as 4096, 64M or 2G
      split IN --axis 1 --equal 3 --tensor other           | other
      split IN --axis 1 --lenghts 4,-1                     | perhaps '--lengths' was meant
      split nope.npy --axis 1 --equal 3                    | nope.npy: it does not exist
      split @x.npy --axis 1 --equal 3                      | @x.npy: it does not exist
      split . --axis 1 --equal 3                           | folder
      split IN --axis 1 --equal 3 --scale 2                | Missing required argument(s): --to=TYPE; add --to f32
      split IN --axis 1 --equal 3 --to f33                 | element type "f33" is not known
      split IN --axis 1 --equal 3 --to u32                 | nothing is converted to u32
      split IN --axis 1 --equal 3 --to f16 --scale 2 --dequantize 1 | --scale --bias and
      split IN --axis 1 --equal 3 --to f16 --normalize half --mean 1 | leave it out, or --mean
      split IN --axis 1 --equal 3 --to f16 --normalize voc | use one of imagenet inception half
      split IN --axis 1 --equal 3 --to f16 --scale 1,2     | this one has 2, the plan has 3 parts
      split IN --axis 1 --equal 3 --to f16 --scale 1,,2    | such as 0.5,1,2e-3
      split IN --axis 1 --equal 3 --to f16 --dequantize 1:x | such as 0.02:128,0.1
      split IN --axis 1 --equal 3 --to f16 --max 1,2       | "1,2"
      split IN --axis 1 --equal 3 --type i32 --to f32 --mean 1 | give it as max with --max
      split IN --axis 1 --equal 3 --stack 0 --join 1       | leave out the one or the other
      split IN --axis 1 --equal 3 --order 1,0              | add --stack or --join
      split IN --axis 1 --equal 3 --stack 0 --order 1,x    | give their numbers from 0
      split IN --axis 1 --equal 3 --names r,g,b --stack 0 --order a | they are r, g, b
      split IN --axis 1 --equal 3 --names r,g,b --stack 0 --order 0,3 | they are r, g, b
      split IN --axis 1 --equal 3 --stack 0 --order 0,3    | part 3 does not exist
      split IN --axis 1 --equal 3 --stack 0 --order 0,0    | names 0 twice
      split IN --axis 1 --equal 3 --stack 0 --order 2,0 --to f16 --scale 1,2,3 | has 3, the plan has 2 parts
      split IN --axis 1 --equal 3 --stack 0 --names q,k    | 2 names are given, and each part
      split IN --axis 1 --equal 3 --crop 1:2               | --crop has 1 ranges, and
      split IN --axis 1 --equal 3 --crop :,:,4:20          | --crop 4:20 does not fit axis 2
      split IN --axis 1 --equal 3 --crop :,9:3,:           | --crop 9:3 does not fit axis 1
      split IN --axis 1 --equal 3 --crop :,-13:,:          | --crop -13: does not fit axis 1
      split IN --axis 1 --equal 3 --crop :,x,:             | "x" is not a range such as 16:240
      split IN --axis 99999999999 --equal 3                | there is no axis
      explain --axis 1 --equal 3                           | Missing required
      explain --shape 3,4 --axis 1 --equal 2               | --type
      explain --shape 3,-4 --type f32 --axis 1 --equal 2   | has the extent -4
      explain IN other.npy --axis 1 --equal 3              | Unmatched argument
      explain IN --axis 1 --equal 3 --names q              | 1 names are given, and each part needs one
      explain IN --axis 1 --equal 3 --svg /nope/x.svg      | name a file in a folder
      explain IN --axis 1 --equal 3 --svg /                | / cannot be written
      explain IN --axis 1 --equal 3 --ir model.bin         | must end with .xml
      bench --to f32                                       | Missing required argument(s): --axis
      verify --cases nope.jsonl                            | does not exist
      splt IN                                              | perhaps 'split' was meant
      """)
  void isRefusedWithOneSentence(String line, String reason) {
    boolean splits = line.startsWith("split ");
    Cli run = Cli.run(folder, splits ? line + " --out ./parts" : line).refused(reason);
    assertThat(run.out()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void noCommandPrintsTheHelp() {
    Cli run = Cli.run();
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).startsWith("Usage: cleave").contains("verify");
  }

  /// Neither controls of 8 bits, nor what turns the rest of a line round.
  @Test
  void noControlReachesTheTerminal() {
    assertThat(Cli.run("a\u009b31m\u0085b\u001b[31m\u202ec\u200bd").err())
        .contains("a?31m b?[31m?c?d");
  }

  @Test
  void callersMendTheirCallsAndMachinesFail() {
    assertThat(code(new IllegalArgumentException("bad"))).isEqualTo(ExitCode.BAD_INPUT);
    IOException full = new IOException("full");
    assertThat(code(full)).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(code(new UncheckedIOException(full))).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(code(new FailedCallException("clFinish", -5, "lost")))
        .isEqualTo(ExitCode.DEVICE_FAILED);
  }

  @Test
  void aWrongPartIsAFailedCheck() {
    Target target = Target.in(folder).as(Format.NPY);
    SplitJob job = SplitJob.of(QKV, data -> SplitPlan.of(data, 1, Cut.intoEqualParts(2)), target);
    try (var idler = new IdleSplitter()) {
      FileSplitter split = new FileSplitter(idler).verifying(true);
      WrongPartException wrong =
          catchThrowableOfType(WrongPartException.class, () -> split.write(job));
      assertThat(code(wrong)).isEqualTo(ExitCode.CHECK_FAILED);
    }
  }

  private static int code(Exception problem) {
    StringWriter err = new StringWriter();
    int code = Errors.failed(problem, "", Main.line().setErr(new PrintWriter(err, true)));
    assertThat(err.toString()).isEqualTo("cleave: %s%n".formatted(problem.getMessage()));
    return code;
  }

  /// Stands for a jar that lacks a class, which the JVM reports when the class is needed.
  @Command(name = "lacking")
  private static final class Lacking implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new NoClassDefFoundError("io/cleave/Gone");
    }
  }

  /// Exit code 1 would mean that a check has failed.
  @Test
  void anErrorIsAFaultOfCleave() {
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().addSubcommand(new Lacking());
    int code = Main.run(line, new PrintWriter(err), new PrintWriter(err, true), "lacking");
    assertThat(code).isEqualTo(ExitCode.DEVICE_FAILED);
    assertThat(err.toString())
        .startsWith("cleave: this is a fault of cleave, please report it")
        .contains("java.lang.NoClassDefFoundError: io/cleave/Gone", "at io.cleave.cli.");
  }

  @Test
  void theMemoryThatIsUsedUpIsNamed() {
    assertThat(outOfMemory(() -> List.of(new long[Integer.MAX_VALUE]))).contains("heap", "-Xmx");
    try (Arena arena = Arena.ofConfined()) {
      assertThat(outOfMemory(() -> arena.allocate(1L << 60))).contains("split a smaller tensor");
    }
  }

  private static String outOfMemory(ThrowingCallable greedy) {
    OutOfMemoryError error = catchThrowableOfType(OutOfMemoryError.class, greedy);
    StringWriter err = new StringWriter();
    CommandLine line = Main.line().setErr(new PrintWriter(err, true));
    assertThat(Errors.failed(error, "", line)).isEqualTo(ExitCode.DEVICE_FAILED);
    return err.toString();
  }
}
