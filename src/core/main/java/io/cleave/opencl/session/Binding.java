package io.cleave.opencl.session;

import io.cleave.text.Parsing;
import java.util.Locale;

/// Java bindings of OpenCL.
public enum Binding {
  /// The one that `-Dcleave.binding` names, or the first that works, LWJGL before JOCL.
  AUTO,
  /// LWJGL.
  LWJGL,
  /// JOCL.
  JOCL;

  private static final String PROPERTY = "cleave.binding";

  /// The one that `-Dcleave.binding` names; AUTO if it names none.
  ///
  /// @throws IllegalArgumentException if it is set to something else; the message lists all
  static Binding usual() {
    return Parsing.named(PROPERTY, values(), System.getProperty(PROPERTY, AUTO.toString()));
  }

  /// The obstacle that the classes of this binding are not there, and the remedy.
  public Obstacle absent(LinkageError e) {
    String artifacts =
        this == LWJGL
            ? "org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl"
            : "org.jocl:jocl 2.0.6, or use the other binding";
    return obstacle("it is not on the class path (%s)".formatted(e), "add " + artifacts);
  }

  /// A reason why this binding cannot be used.
  Obstacle obstacle(String cause, String remedy) {
    return new Obstacle(toString(), cause, remedy);
  }

  /// The name as an option spells it: `lwjgl`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
