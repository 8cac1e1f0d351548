package io.cleave.opencl.route;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A kernel file and the parameters it is compiled with. Equal variants give equal programs.
///
/// @param name the file's name without `.cl`, which is the kernel's name too
/// @param prelude names of files that stand before it
/// @param defines the `-D` options in their order
public record KernelVariant(String name, List<String> prelude, Map<String, String> defines) {
  /// The options as a compiler takes them.
  public String options() {
    return defines.entrySet().stream()
        .map(define -> "-D %s=%s".formatted(define.getKey(), define.getValue()))
        .collect(Collectors.joining(" "));
  }

  /// `split_bits -D CHUNK=1 -D GROUP=256`
  @Override
  public String toString() {
    return (name + " " + options()).strip();
  }
}
