package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.route.KernelVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KernelSourceTest {
  private static final Path KERNELS = Path.of(System.getProperty("cleave.basedir"), "kernels");

  /// What is measured is kept for as long as all of them stay as they are, see
  /// [KernelSource#checksum()].
  @Test
  void everyFileCounts() throws IOException {
    try (Stream<Path> files = Files.list(KERNELS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              KernelSource.NAMES.stream().map(name -> name + ".cl").toList());
    }
  }

  @Test
  void aCompilersMessagesNameTheFile() throws IOException {
    var variant = KernelVariant.of("convert_tiles", List.of("common", "convert"), Map.of());
    assertThat(KernelSource.of(variant))
        .isEqualTo(
            "#line 1 \"common.cl\"\n%s\n".formatted(text("common"))
                + "#line 1 \"convert.cl\"\n%s\n".formatted(text("convert"))
                + "#line 1 \"convert_tiles.cl\"\n%s\n".formatted(text("convert_tiles")));
  }

  private static String text(String name) throws IOException {
    return Files.readString(KERNELS.resolve(name + ".cl"));
  }
}
