package io.cleave.plan;

/// Unit of a [Geometry]. Beside it a splitter that converts nothing needs to know of an element
/// type only the order of bits in a byte.
public enum Unit {
  /// Bits of a packed stream: a piece of a type narrower than a byte begins or ends within a byte.
  BIT,
  /// Bytes: every piece begins and ends on a byte, whatever the element type.
  BYTE,
  /// Whole elements without a fixed size: strings.
  ELEMENT
}
