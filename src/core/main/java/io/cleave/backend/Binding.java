package io.cleave.backend;

import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.Locale;

/// The Java bindings through which OpenCL is reached.
public enum Binding {
  /// Whichever works, LWJGL first.
  AUTO,
  /// LWJGL, which every user of the library has.
  LWJGL,
  /// JOCL, an optional dependency.
  JOCL;

  /// Reads a binding's name in lower case.
  ///
  /// @throws IllegalArgumentException if there is no such binding
  public static Binding parse(String name) {
    return Arrays.stream(values())
        .filter(binding -> binding.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "binding \"%s\" is not known; use lwjgl, jocl or auto"
                        .formatted(OneLine.of(name, 60))));
  }

  /// The name as an option spells it: `lwjgl`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
