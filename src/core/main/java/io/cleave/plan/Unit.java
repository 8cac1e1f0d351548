package io.cleave.plan;

import java.util.Arrays;

/// Unit of a plan's offsets and runs. A splitter that converts nothing needs to know no more of an
/// element type.
public enum Unit {
  /// Bits of a packed stream: at least one part of a type narrower than a byte begins or ends
  /// within a byte.
  BIT,
  /// Bytes: every part begins and ends on a byte, whatever the element type.
  BYTE,
  /// Whole elements without a fixed size: strings.
  ELEMENT;

  /// The unit of a plan.
  ///
  /// @param step the bits that one step along the axis takes of a row
  /// @param starts the positions along the axis where parts begin and end
  static Unit finest(ElementType type, long step, long[] starts) {
    if (type == ElementType.STRING) {
      return ELEMENT;
    }
    boolean isWhole =
        step % Byte.SIZE == 0
            || Arrays.stream(starts).allMatch(start -> start * step % Byte.SIZE == 0);
    return isWhole ? BYTE : BIT;
  }
}
