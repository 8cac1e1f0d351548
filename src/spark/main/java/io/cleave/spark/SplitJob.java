package io.cleave.spark;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Objects;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/// Splits a column of tables or a folder of `.npy` files, without a program:
///
/// ```
/// spark-submit --class io.cleave.spark.SplitJob --jars cleave.jar cleave-spark.jar --help
/// ```
///
/// Exit codes are those of the command line: 0 done, 2 bad use or bad input, 3 the job failed.
public final class SplitJob {
  private static final int DONE = 0;
  private static final int BAD_USE = 2;
  private static final int FAILED = 3;

  private static final String HELP =
      """
      Usage: spark-submit [...] --class io.cleave.spark.SplitJob --jars cleave.jar cleave-spark.jar
                 --input PATH --output PATH --column NAME --axis N (--lengths A,B,... | ...) [...]

      Splits the tensors in a column, and writes the rows with their parts as Parquet.

      Input and output:
        --input PATH         what to read: a folder or file, or several with a glob
        --format F           parquet (the default), or npy: whole files, in the column content
        --glob PATTERN       which files of a folder, for npy (default: *.npy)
        --output PATH        the folder to write
        --mode M             what to do if it is there: error (the default), overwrite, append, ignore

      The tensors:
        --column NAME        the column that is split
        --shape A,B,...      the shape in each row
        --type T             the type of the elements, such as u8 or f32; arrays know theirs
        --npy                the column holds whole .npy files

      The split: an axis, and one way to cut it
        --axis N             from 0; -1 is the last one
        --lengths A,B,...    parts of these lengths; one may be -1, the rest
        --equal N            N parts of the same length
        --nearly-equal N     N parts whose lengths differ by 1 at most
        --chunks-of K        parts of length K, and a shorter one for what is left
        --at I,J,...         cut before each of these positions
        --names A,B,...      the columns of the parts
        --drop               leave out the column that is split
        --as KIND            binary or array: how columns hold parts (default: as the column does)

      On the way:
        --to T               convert to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16
        --scale A,... --bias A,...                      multiply, add
        --mean A,... --std A,... --max M                (x / max - mean) / std
        --normalize NAME     mean and std by name: imagenet, inception, half
        --dequantize S[:Z],...                          (q - Z) * S
        --stack N | --join N one tensor of the parts, along a new axis or one that they have

      The work:
        --on-error W         fail (the default), or null: what becomes of a row that cannot be split
        --device D           auto (the GPU that Spark assigns, else plain Java), cpu, opencl, or a name
        --on-device-failure W     cpu (the default), or fail
        --batch-bytes N      how much is split at once (default: 4194304)

      Exit codes: 0 done, 2 bad use or bad input, 3 the job failed.
      """;

  private SplitJob() {}

  /// Runs it, and ends the process.
  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  /// The same within this process.
  ///
  /// @return the exit code
  static int run(PrintStream out, PrintStream err, String... args) {
    try {
      JobArguments arguments = JobArguments.parse(args);
      if (arguments.asksForHelp()) {
        out.print(HELP);
        return DONE;
      }
      return run(out, arguments);
    } catch (IllegalArgumentException | IllegalStateException e) {
      err.println(e.getMessage());
      return BAD_USE;
    } catch (Exception e) {
      // Spark's methods do not declare what they throw.
      err.println(e.getMessage());
      return e instanceof AnalysisException ? BAD_USE : FAILED;
    }
  }

  private static int run(PrintStream out, JobArguments arguments) throws IOException {
    String input = arguments.required("--input");
    String output = arguments.required("--output");
    boolean npy = arguments.word("--format", "parquet", "npy").equals("npy");
    String mode = arguments.word("--mode", "error", "overwrite", "append", "ignore");
    TensorSplit split = arguments.split(npy);
    SparkSession session = SparkSession.builder().appName("cleave split").getOrCreate();
    try {
      LongAccumulator wrong = session.sparkContext().longAccumulator("rows that cannot be split");
      if (arguments.get(Setting.ON_ERROR.option(), "fail").equals("null")) {
        split = split.onErrorNull(wrong);
      }
      Dataset<Row> rows = npy ? files(session, input, arguments) : session.read().parquet(input);
      if (mode.equals("overwrite")) {
        OutputFolder.of(output, session).requireUnread(input, rows);
      }
      Dataset<Row> parts = rows.transform(split);
      boolean isLeft = mode.equals("ignore") && OutputFolder.of(output, session).exists();
      if (!isLeft) {
        parts.write().mode(mode).parquet(output);
      }
      out.println(
          isLeft
              ? output + " is there already, and nothing was written"
              : report(output, Objects.requireNonNull(wrong.value())));
      return DONE;
    } finally {
      session.stop();
    }
  }

  private static Dataset<Row> files(SparkSession session, String input, JobArguments arguments) {
    return session
        .read()
        .format("binaryFile")
        .option("pathGlobFilter", arguments.get("--glob", "*.npy"))
        .load(input);
  }

  private static String report(String output, long wrong) {
    return wrong == 0
        ? output + " is written"
        : "%s is written; %s rows could not be split, and their parts are null"
            .formatted(output, wrong);
  }
}
