package io.cleave.ir;

import java.util.Locale;

/// Where the shape of a split's data is known from.
public enum Origin {
  /// Inferred from the model's parameters, constants and splits.
  INFERRED,
  /// Taken from what the file says of the ports, which OpenVINO itself ignores.
  PORTS;

  /// The name in lower case.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
