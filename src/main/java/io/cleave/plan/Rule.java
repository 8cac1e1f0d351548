package io.cleave.plan;

import java.util.Arrays;

/// What becomes of the values of one part on their way to a [Conversion]'s target type.
///
/// Immutable values.
public sealed interface Rule {
  /// The value as it is, rounded to the target type.
  record Cast() implements Rule {
    @Override
    public String toString() {
      return "cast";
    }
  }

  /// `fma((float) x, scale, bias)`, which rounds once.
  ///
  /// @param scale finite
  /// @param bias finite
  record Affine(float scale, float bias) implements Rule {
    @Override
    public String toString() {
      return "x * %s + %s".formatted(scale, bias);
    }
  }

  /// `(float) (q - zeroPoint) * scale`, as ONNX has it: the difference is exact.
  ///
  /// @param scale finite
  /// @param zeroPoint a value of the source type
  record Dequantized(float scale, long zeroPoint) implements Rule {
    @Override
    public String toString() {
      return "(q - %s) * %s".formatted(zeroPoint, scale);
    }
  }

  /// A value for each bit pattern of the source type.
  final class Table implements Rule {
    private final float[] values;

    Table(float[] values) {
      this.values = values;
    }

    /// The value of a bit pattern, counted from 0.
    ///
    /// @throws IllegalArgumentException if the source has no such pattern
    public float value(int pattern) {
      if (pattern < 0 || pattern >= values.length) {
        throw new IllegalArgumentException(
            "pattern %s does not exist; the table has %s, counted from 0"
                .formatted(pattern, values.length));
      }
      return values[pattern];
    }

    /// The number of values, 2 to the power of the source's bits.
    public int size() {
      return values.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Table table && Arrays.equals(values, table.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "table of %s values".formatted(values.length);
    }
  }
}
