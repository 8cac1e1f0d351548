package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;

/// The calculation of a conversion to a type other than f64, the same for all rules: `fma((float)
/// (x - zero), scale, bias)`.
///
/// A bias of -0 changes nothing, not even the sign of a zero, so that a scale alone is rounded once
/// and a cast is exact.
///
/// @param source the type of the data
/// @param target the type of the part
/// @param zero 0 unless the source is an integer type
public record Formula(ElementType source, ElementType target, long zero, float scale, float bias) {
  /// The formula of a part.
  public static Formula of(Definition definition) {
    ElementType source = definition.source();
    ElementType target = definition.target();
    return switch (definition.rule()) {
      case Rule.Cast _ -> new Formula(source, target, 0, 1, -0f);
      case Rule.Affine(float scale, float bias) -> new Formula(source, target, 0, scale, bias);
      case Rule.Dequantized(float scale, long zero) ->
          new Formula(source, target, zero, scale, -0f);
    };
  }

  /// True if nothing is calculated. Processors without a fused multiply-add then need none.
  boolean isCast() {
    return zero == 0 && scale == 1 && Float.floatToRawIntBits(bias) == Integer.MIN_VALUE;
  }

  /// True if values may be NaNs, whose payloads are not kept.
  public boolean mayBeNaN() {
    return isFloat(source) && isFloat(target);
  }

  private static boolean isFloat(ElementType type) {
    return switch (type) {
      case F32, F16, BF16 -> true;
      default -> false;
    };
  }
}
