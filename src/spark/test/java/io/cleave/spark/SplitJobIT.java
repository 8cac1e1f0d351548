package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The job that needs no program, in processes of its own.
class SplitJobIT {
  @TempDir private Path folder;

  @Test
  void saysWhatItTakes() {
    Map.Entry<Integer, String> done = here("--help");
    assertThat(done.getKey()).isZero();
    for (Setting setting : Setting.values()) {
      assertThat(done.getValue()).contains(setting.option() + " ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--axsi 1 => option '--axsi' is not known; --help lists all",
        "--input => --input needs a value",
        "--input x => --output is missing; --help says what it is",
        "--input x --output y => --column is missing; --help says what it is",
        "--input x --output y --format csv => --format is one of parquet npy, not 'csv'"
      })
  void refusesWhatItDoesNotKnow(String example) {
    String[] sides = example.split(" => ", 2);
    Map.Entry<Integer, String> done = here(sides[0].split(" ", -1));
    assertThat(done.getValue()).isEqualTo(sides[1] + "\n");
    assertThat(done.getKey()).isEqualTo(2);
  }

  private static Map.Entry<Integer, String> here(String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int code = SplitJob.run(stream, stream, args);
    return Map.entry(code, printed.toString(StandardCharsets.UTF_8));
  }

  /// Each with a shape of its own, and one that is none.
  @Test
  void splitsFiles() throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    for (int i = 1; i <= 3; i++) {
      Files.write(files.resolve(i + ".npy"), npy(Shape.of(2L * i), i));
    }
    Files.writeString(files.resolve("broken.npy"), "no such file");
    Files.writeString(files.resolve("other.txt"), "not asked for");
    String output = folder.resolve("parts").toString();
    Map.Entry<Integer, String> done =
        process(
            System.getProperty("java.home"),
            List.of("--format", "npy", "--input", files.toString(), "--output", output),
            List.of("--axis", "0", "--equal", "2", "--on-error", "null", "--drop"));
    assertThat(done.getValue())
        .contains(output + " is written; 1 rows could not be split, and their parts are null");
    assertThat(done.getKey()).isZero();
    List<Row> rows = LocalSpark.session().read().parquet(output).orderBy("path").collectAsList();
    assertThat(rows).hasSize(4);
    for (int i = 1; i <= 3; i++) {
      Row row = rows.get(i - 1);
      assertThat((byte[]) row.getAs("content_1")).isEqualTo(half(i));
    }
    assertThat(rows.getLast().<byte[]>getAs("content_0")).isNull();
  }

  private static byte[] npy(Shape shape, int first) {
    byte[] header = header(shape);
    byte[] file = Arrays.copyOf(header, header.length + (int) shape.volume());
    for (int i = header.length; i < file.length; i++) {
      file[i] = (byte) (first + i - header.length);
    }
    return file;
  }

  private static byte[] half(int i) {
    return npy(Shape.of(i), 2 * i);
  }

  private static byte[] header(Shape shape) {
    return NpyContainer.header(
        new Layout(shape, ElementType.U8, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN));
  }

  /// Nothing that is for newer ones is touched before.
  @Test
  void aDriverThatIsTooOldSaysWhatIsNeeded() throws Exception {
    String old = System.getProperty("cleave.maven.java");
    assumeThat(OldJvm.version(old)).isLessThan(25);
    Path input = Files.createDirectory(folder.resolve("none"));
    Map.Entry<Integer, String> done =
        process(
            old,
            List.of("--format", "npy", "--input", input.toString(), "--output", folder + "/x"),
            List.of("--axis", "0", "--equal", "2"));
    assertThat(done.getValue())
        .contains("\nCleave needs JDK 25 or newer, and the driver runs on " + OldJvm.version(old));
    assertThat(done.getKey()).isEqualTo(2);
  }

  private static Map.Entry<Integer, String> process(
      String javaHome, List<String> args, List<String> more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(javaHome, "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dspark.master=local[2]",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-cp",
                classPath(),
                "io.cleave.spark.SplitJob"));
    command.addAll(args);
    command.addAll(more);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LD_PRELOAD", "");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Map.entry(process.exitValue(), printed);
  }

  private static String classPath() {
    return System.getProperty("java.class.path")
        + File.pathSeparator
        + System.getProperty("cleave.jar");
  }
}
