package io.cleave.plan;

/// Rule for the values of one part under a [Conversion]. An immutable value.
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
}
