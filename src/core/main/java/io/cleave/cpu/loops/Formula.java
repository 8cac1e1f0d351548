package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The calculation of a conversion, the same for all rules: `fma((float) (x - zero), scale, bias)`.
///
/// A bias of -0 does not even change the sign of a zero, so that a scale alone is rounded once and
/// a cast is exact.
///
/// @param source the type of the data
/// @param target the type of the part
/// @param zero 0 unless the source is an integer type
/// @param rounding for bytes that become f16 or bf16: the number to add to the bits of each float,
///   see [#half]; 0 if no number is right for all bytes
/// @param unpacked table for single elements of up to 8 bits that are looked up; else null
/// @param packed table for all elements of a byte at once, if several share one; else null
public record Formula(
    ElementType source,
    ElementType target,
    long zero,
    float scale,
    float bias,
    int rounding,
    @Nullable Lookup unpacked,
    @Nullable Lookup packed) {
  /// Added to the bits of a negative float that was multiplied by [#prescale], it sets the three
  /// bits beside the exponent, the lowest of which becomes the sign of the f16. The sum is the
  /// greater one if the float is negative, and the lesser one if it is not.
  public static final int SIGN_OF_F16 = 0xF000_0000;

  /// The formula of a part.
  public static Formula of(Definition definition) {
    // Not a switch: the JDK would generate its choice, which takes 7 ms.
    if (definition.rule() instanceof Rule.Affine(float scale, float bias)) {
      return of(definition, 0, scale, bias);
    }
    return definition.rule() instanceof Rule.Dequantized(float scale, long zero)
        ? of(definition, zero, scale, -0f)
        : of(definition, 0, 1, -0f);
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
        isByte(source) && isHalf(target) ? rounding(definition, scale, bias) : 0,
        isLookedUp ? new Lookup(definition, 1) : null,
        sharesBytes ? new Lookup(definition, Byte.SIZE / source.bits()) : null);
  }

  /// True if elements are looked up. To calculate with bytes takes a third of the time, except for
  /// bf16.
  private static boolean isLookedUp(ElementType source, ElementType target) {
    return source.bits() <= Byte.SIZE && (!isByte(source) || target == ElementType.BF16);
  }

  private static boolean isByte(ElementType type) {
    return type == ElementType.U8 || type == ElementType.I8;
  }

  private static boolean isHalf(ElementType target) {
    return target == ElementType.F16 || target == ElementType.BF16;
  }

  /// Factor of floats before they are rounded to the target. Those that f16 can hold have five bits
  /// of exponent then, with the bias of f16.
  public static float prescale(ElementType target) {
    return target == ElementType.F16 ? 0x1p-112f : 1;
  }

  /// The number of lower bits of a float that f16 or bf16 lacks.
  public static int droppedBits(ElementType target) {
    return target == ElementType.F16 ? 13 : Short.SIZE;
  }

  /// The f16 or bf16 for the bits of a float that was multiplied by [#prescale].
  private static int half(ElementType target, int bits, int rounding) {
    int rounded = bits + rounding;
    int signed = target == ElementType.F16 ? Math.max(rounded, rounded + SIGN_OF_F16) : rounded;
    return signed >>> droppedBits(target) & 0xFFFF;
  }

  /// The number for [#rounding]: half of the last bit that is kept, or one less, which differ only
  /// for ties. Neither is right if two values are ties that round in different directions, NaNs, or
  /// more than f16 can hold.
  private static int rounding(Definition definition, float scale, float bias) {
    long[] patterns = definition.table();
    boolean isSigned = definition.source() == ElementType.I8;
    ElementType target = definition.target();
    float factor = prescale(target);
    int half = 1 << (droppedBits(target) - 1);
    return IntStream.of(half, half - 1)
        .filter(
            rounding ->
                IntStream.range(0, patterns.length)
                    .allMatch(
                        i -> {
                          int x = isSigned ? (byte) i : i;
                          float value = Math.fma(x, scale * factor, bias * factor);
                          int bits = Float.floatToRawIntBits(value);
                          return half(target, bits, rounding) == patterns[i];
                        }))
        .findFirst()
        .orElse(0);
  }

  /// True if the result is `fma(x, scale, bias)` of a byte, rounded or not.
  public boolean isForPixels() {
    return isByte(source) && zero == 0 && (target == ElementType.F32 || rounding != 0);
  }

  /// True if a byte becomes a number below 0, or -0. Then the least or the greatest byte does.
  public boolean mayBeNegative() {
    int least = source == ElementType.I8 ? Byte.MIN_VALUE : 0;
    float first = Math.fma(least, scale, bias);
    float last = Math.fma(least + 0xFF, scale, bias);
    return (Float.floatToRawIntBits(first) | Float.floatToRawIntBits(last)) < 0;
  }

  /// True if nothing is calculated: processors without a fused multiply-add would emulate it.
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
