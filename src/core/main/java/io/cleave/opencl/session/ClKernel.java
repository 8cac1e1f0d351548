package io.cleave.opencl.session;

import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.spi.Failures;
import io.cleave.spi.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A compiled kernel and its program. It holds its arguments, so it is launched by one thread at a
/// time, see [ClSession#launch].
///
/// @param session the session that built it, which is closed after it
/// @param variant the file and the options that were compiled
/// @param program the program's handle
/// @param handle the kernel's handle
public record ClKernel(
    ClSession<?, ?> session, KernelVariant variant, Object program, Object handle)
    implements Scope {
  /// Revision of all kernels. It changes when they do, so that stored measurements are made again.
  public static final String REVISION = "2";

  /// The text of a variant: its prelude, then the kernel, each under its own name for the
  /// compiler's messages.
  static String source(KernelVariant variant) {
    return Stream.concat(variant.prelude().stream(), Stream.of(variant.name()))
        .map(ClKernel::file)
        .collect(Collectors.joining());
  }

  private static String file(String name) {
    String path = "/kernels/%s.cl".formatted(name);
    try (InputStream stream = ClKernel.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException("%s is missing in the jar; build it again".formatted(path));
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return "#line 1 \"%s.cl\"\n%s\n".formatted(name, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Failures.all(
        () -> session.release(Kind.KERNEL, handle, variant.toString()),
        () -> session.release(Kind.PROGRAM, program, variant.toString()));
  }
}
