package io.cleave.opencl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The kernels' text, as packaged in the jar.
public final class KernelSource {
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
