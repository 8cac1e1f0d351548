package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.route.KernelVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClKernelTest {
  private static final Path KERNELS = Path.of(System.getProperty("cleave.basedir"), "kernels");

  @Test
  void aCompilersMessagesNameTheFile() throws IOException {
    var variant = new KernelVariant("convert_tiles", List.of("common", "convert"), Map.of());
    assertThat(ClKernel.source(variant))
        .isEqualTo(
            "#line 1 \"common.cl\"\n%s\n".formatted(text("common"))
                + "#line 1 \"convert.cl\"\n%s\n".formatted(text("convert"))
                + "#line 1 \"convert_tiles.cl\"\n%s\n".formatted(text("convert_tiles")));
  }

  private static String text(String name) throws IOException {
    return Files.readString(KERNELS.resolve(name + ".cl"));
  }
}
