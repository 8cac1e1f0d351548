package io.cleave.plan;

/// What the offsets and runs of a plan count. Together with the plan's `rows` it is all a backend
/// needs to know of an element type.
public enum Unit {
  /// Bits of a packed stream: at least one part of a type narrower than a byte begins or ends
  /// within a byte.
  BIT,
  /// Bytes: every part begins and ends on a byte, whatever the element type.
  BYTE,
  /// Whole elements without a fixed size: strings.
  ELEMENT
}
