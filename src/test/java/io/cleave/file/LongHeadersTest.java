package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.cpu.CpuSplitter;
import io.cleave.disk.MemoryFolder;
import io.cleave.file.safetensors.SafetensorsBytes;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Reading;
import io.cleave.limit.InputLimits;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Inputs that say much of themselves, which each of many parts repeats.
class LongHeadersTest {
  private static final int PARTS = 100;
  private static final int LONG = 1 << 20;

  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private Path write(String metadata, String name) throws IOException {
    String header =
        "{\"__metadata__\":{\"k\":\"%s\"},\"%s\":{\"dtype\":\"U8\",\"shape\":[%s],\"data_offsets\":[0,%s]}}"
            .formatted(metadata, name, PARTS, PARTS);
    return Files.write(folder.resolve("x.safetensors"), SafetensorsBytes.file(header, PARTS));
  }

  private static SplitJob job(Path input, Arrangement arrangement, InputLimits limits) {
    Target target =
        new Target(
            input.resolveSibling("out"),
            List.of(),
            Format.SAFETENSORS,
            arrangement,
            Packing.STORED);
    return new SplitJob(
        input,
        Reading.asStored().within(limits),
        List.of(),
        (shape, type) -> SplitPlan.intoEqualParts(shape, type, 0, PARTS),
        target);
  }

  private static int split(SplitJob job) throws IOException {
    try (CpuSplitter splitter = CpuSplitter.open(1)) {
      return new FileSplit(splitter).write(job).size();
    }
  }

  /// In a process whose heap all headers together would not fit into.
  @Test
  void aLongTextIsNotKeptForEachPart() throws IOException, InterruptedException {
    Path input = write("m".repeat(LONG), "t");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + PARTS / 2 * LONG,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                input.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.inputReader().readAllAsString()).isEqualTo(PARTS + " parts");
    assertThat(process.waitFor()).isZero();
    assertThat(Files.size(folder.resolve("out/x.99.safetensors"))).isGreaterThan(LONG);
  }

  /// Splits a file.
  static final class Program {
    private Program() {}

    static void main(String[] files) throws IOException {
      SplitJob job = job(Path.of(files[0]), Arrangement.FILE_FOR_EACH_PART, InputLimits.usual());
      IO.print(split(job) + " parts");
    }
  }

  @Test
  void aBundleThatSaysTooMuchIsRefused() throws IOException {
    Path input = write("", "t".repeat(1000));
    InputLimits limits = InputLimits.usual().withHeader(PARTS * 1000);
    assertThat(split(job(input, Arrangement.BUNDLE, limits))).isEqualTo(PARTS);
    Files.delete(folder.resolve("out/x.safetensors"));
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(
            () -> split(job(input, Arrangement.BUNDLE, limits.withHeader(PARTS * 1000 - 1))))
        .withMessage(
            "%s: the header of a bundle of its parts takes 100000 bytes, more than the limit of"
                + " 99999; if that is meant, set --limit header=100000 or InputLimits",
            input);
    assertThat(folder.resolve("out")).isEmptyDirectory();
  }

  /// Whoever bounds what data takes does not want it around the data either.
  @Test
  void manyFilesThatSayTooMuchAreRefused() throws IOException {
    Path input = write("m".repeat(3000), "t");
    InputLimits limits = InputLimits.usual().withHeader(4000);
    SplitJob job =
        job(input, Arrangement.FILE_FOR_EACH_PART, limits.withData(1000).withParts(PARTS));
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> split(job))
        .withMessageMatching(
            ".*x.safetensors: what stands around the data of its parts, as in the first 2, takes"
                + " (3\\d{5}) bytes, more than the limit of 4000; if that is meant, set --limit"
                + " header=\\1 or InputLimits");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(split(job(input, Arrangement.FILE_FOR_EACH_PART, limits))).isEqualTo(PARTS);
  }

  @Test
  void headersMayTakeAsMuchAsDataOrAHeader() throws IOException {
    Path input = write("m".repeat(3000), "t");
    InputLimits limits = InputLimits.usual();
    for (InputLimits ample :
        List.of(limits.withData(1000), limits.withHeader(4000).withData(400_000))) {
      assertThat(split(job(input, Arrangement.FILE_FOR_EACH_PART, ample))).isEqualTo(PARTS);
      for (int part = 0; part < PARTS; part++) {
        Files.delete(folder.resolve("out/x.%s.safetensors".formatted(part)));
      }
    }
  }
}
