package io.cleave.backend;

import java.util.Locale;

/// Java bindings of OpenCL.
public enum Binding {
  /// The first that works, LWJGL before JOCL.
  AUTO,
  /// LWJGL.
  LWJGL,
  /// JOCL.
  JOCL;

  /// The name as an option spells it: `lwjgl`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
