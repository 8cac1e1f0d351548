package io.cleave.plan;

/// Unit of a [Geometry]. A splitter that converts nothing needs to know no more of an element type.
public enum Unit {
  /// Bits of a packed stream: a piece of a type narrower than a byte begins or ends within a byte.
  BIT,
  /// Bytes: every piece begins and ends on a byte, whatever the element type.
  BYTE,
  /// Whole elements without a fixed size: strings.
  ELEMENT
}
