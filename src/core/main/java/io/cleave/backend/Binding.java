package io.cleave.backend;

import io.cleave.text.Parsing;
import java.util.Locale;

/// Java bindings of OpenCL.
public enum Binding {
  /// The first that works, LWJGL before JOCL.
  AUTO,
  /// LWJGL.
  LWJGL,
  /// JOCL.
  JOCL;

  /// Reads a binding's name as an option spells it, such as `lwjgl`.
  ///
  /// @throws IllegalArgumentException if there is no such binding; the message lists all
  public static Binding parse(String name) {
    return Parsing.named("binding", values(), name);
  }

  /// The name as an option spells it: `lwjgl`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
