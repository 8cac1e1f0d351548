package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import org.jspecify.annotations.Nullable;

/// The calculation of a conversion, the same for all rules: `fma((float) (x - zero), scale, bias)`.
///
/// A bias of -0 changes nothing, not even the sign of a zero, so that a scale alone is rounded once
/// and a cast is exact.
///
/// @param source the type of the data
/// @param target the type of the part
/// @param zero 0 unless the source is an integer type
/// @param unpacked looks up elements, for sources of up to 8 bits that plain Java does not
///   calculate with; else null
/// @param packed looks up all elements of a byte at once, where several share one; else null
public record Formula(
    ElementType source,
    ElementType target,
    long zero,
    float scale,
    float bias,
    @Nullable Lookup unpacked,
    @Nullable Lookup packed) {
  /// The formula of a part.
  public static Formula of(Definition definition) {
    return switch (definition.rule()) {
      case Rule.Cast _ -> of(definition, 0, 1, -0f);
      case Rule.Affine(float scale, float bias) -> of(definition, 0, scale, bias);
      case Rule.Dequantized(float scale, long zero) -> of(definition, zero, scale, -0f);
    };
  }

  private static Formula of(Definition definition, long zero, float scale, float bias) {
    ElementType source = definition.source();
    ElementType target = definition.target();
    boolean isLookedUp = isLookedUp(source, target);
    boolean sharesBytes = source.isSubByte() && Byte.SIZE % source.bits() == 0;
    return new Formula(
        source,
        target,
        zero,
        scale,
        bias,
        isLookedUp ? new Lookup(definition, 1) : null,
        sharesBytes ? new Lookup(definition, Byte.SIZE / source.bits()) : null);
  }

  /// Integers of 8 bits are calculated with, which takes a third of the time, but for bf16.
  private static boolean isLookedUp(ElementType source, ElementType target) {
    boolean isInteger = source == ElementType.U8 || source == ElementType.I8;
    return source.bits() <= Byte.SIZE && (!isInteger || target == ElementType.BF16);
  }

  /// True if nothing is calculated. Processors without a fused multiply-add then need none.
  boolean isCast() {
    return zero == 0 && scale == 1 && Float.floatToRawIntBits(bias) == Integer.MIN_VALUE;
  }

  /// True if values may be NaNs, whose payloads are not kept.
  ///
  /// @param source the type of the data
  /// @param target the type of the part
  public static boolean mayBeNaN(ElementType source, ElementType target) {
    return isFloat(source) && isFloat(target);
  }

  private static boolean isFloat(ElementType type) {
    return switch (type) {
      case F64, F32, F16, BF16 -> true;
      default -> false;
    };
  }
}
