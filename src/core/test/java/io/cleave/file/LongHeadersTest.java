package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.cpu.CpuSplitter;
import io.cleave.disk.MemoryFolder;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A bundle repeats the name of its tensor for each part.
class LongHeadersTest {
  private static final int PARTS = 100;

  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private Path write(String metadata, String name) throws IOException {
    String header =
        "{\"__metadata__\":{\"k\":\"%s\"},\"%s\":{\"dtype\":\"U8\",\"shape\":[%s],\"data_offsets\":[0,%s]}}"
            .formatted(metadata, name, PARTS, PARTS);
    return Files.write(folder.resolve("x.safetensors"), SafetensorsBytes.file(header, PARTS));
  }

  private static SplitJob job(Path input, boolean arrangement, Limits limits) {
    Target target =
        new Target(
            input.resolveSibling("out"), List.of(), Format.SAFETENSORS, arrangement, false, true);
    return new SplitJob(
        input,
        ReadOptions.asStored().within(limits),
        List.of(),
        data -> SplitPlan.of(data, 0, Cut.intoEqualParts(PARTS)),
        target);
  }

  private static int split(SplitJob job) throws IOException {
    try (CpuSplitter splitter = CpuSplitter.open(1)) {
      return new FileSplitter(splitter).write(job).size();
    }
  }

  @Test
  void aBundleThatSaysTooMuchIsRefused() throws IOException {
    Path input = write("", "t".repeat(1000));
    Limits limits = Limits.standard().withHeader(PARTS * 1000);
    assertThat(split(job(input, true, limits))).isEqualTo(PARTS);
    Files.delete(folder.resolve("out/x.safetensors"));
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> split(job(input, true, limits.withHeader(PARTS * 1000 - 1))))
        .withMessage(
            "%s: the header of a bundle of its parts takes 100000 bytes, more than the limit of"
                + " 99999; if that is meant, raise the limit of headers to 100000",
            input);
    assertThat(folder.resolve("out")).isEmptyDirectory();
  }
}
