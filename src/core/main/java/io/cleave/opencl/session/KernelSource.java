package io.cleave.opencl.session;

import io.cleave.opencl.route.KernelVariant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/// Source text of kernels, from the jar.
public final class KernelSource {
  /// All files.
  static final List<String> NAMES =
      List.of(
          "common",
          "convert",
          "convert_local",
          "convert_tiles",
          "lines",
          "probe",
          "split_bits",
          "split_columns",
          "split_lines",
          "split_local",
          "split_runs",
          "split_tiles",
          "split_words",
          "tile");

  private static final String CHECKSUM = sum();

  private KernelSource() {}

  /// The text of a variant: its prelude, then the kernel, each under its own name for the
  /// compiler's messages.
  public static String of(KernelVariant variant) {
    StringBuilder text = new StringBuilder();
    for (String name : variant.prelude()) {
      text.append(file(name));
    }
    return text.append(file(variant.name())).toString();
  }

  /// Checksum of all files: measurements of other kernels are not used.
  public static String checksum() {
    return CHECKSUM;
  }

  private static String sum() {
    CRC32C sum = new CRC32C();
    NAMES.forEach(name -> sum.update(file(name).getBytes(StandardCharsets.UTF_8)));
    return "%08x".formatted(sum.getValue());
  }

  private static String file(String name) {
    String path = "/kernels/%s.cl".formatted(name);
    try (InputStream stream = KernelSource.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException("%s is missing in the jar; build it again".formatted(path));
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return "#line 1 \"%s.cl\"\n%s\n".formatted(name, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
