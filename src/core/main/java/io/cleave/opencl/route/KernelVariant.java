package io.cleave.opencl.route;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A kernel file and the parameters it is compiled with. Equal variants give equal programs.
///
/// @param name the file's name without `.cl`, which is the kernel's name too
/// @param prelude names of files that stand before it
/// @param defines the `-D` options
public record KernelVariant(String name, List<String> prelude, SortedMap<String, String> defines) {
  /// Copies what it is given.
  public KernelVariant {
    prelude = List.copyOf(prelude);
    defines = Collections.unmodifiableSortedMap(new TreeMap<>(defines));
  }

  /// A variant of a kernel without a prelude.
  public static KernelVariant of(String name, Map<String, ?> defines) {
    return of(name, List.of(), defines);
  }

  /// A variant of a kernel behind a prelude.
  public static KernelVariant of(String name, List<String> prelude, Map<String, ?> defines) {
    SortedMap<String, String> texts = new TreeMap<>();
    defines.forEach((key, value) -> texts.put(key, value.toString()));
    return new KernelVariant(name, prelude, texts);
  }

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
