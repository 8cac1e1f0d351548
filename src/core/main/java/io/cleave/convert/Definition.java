package io.cleave.convert;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;

/// Definition of the conversion of one part, element by element, as [Conversion] says.
///
/// An immutable value.
///
/// @param source the type of the data
/// @param rule the rule of the part
/// @param target the type of the part
public record Definition(ElementType source, Rule rule, ElementType target) {
  /// The definition for one part of a plan.
  public static Definition of(ElementType source, Conversion conversion, int part) {
    return new Definition(source, conversion.rule(part), conversion.target());
  }

  /// The target's bit pattern for one of the source.
  ///
  /// @param pattern without sign extension
  public long apply(long pattern) {
    double exact = Decoding.value(source, pattern);
    return switch (rule) {
      case Rule.Cast _ when target == ElementType.F64 -> Double.doubleToLongBits(exact);
      case Rule.Cast _ -> encode((float) exact);
      case Rule.Affine(float scale, float bias) -> encode(Math.fma((float) exact, scale, bias));
      // The difference of two integers of 32 bits is exact in double precision.
      case Rule.Dequantized(float scale, long zero) -> encode((float) (exact - zero) * scale);
    };
  }

  private long encode(float value) {
    return Encoding.pattern(target, value);
  }

  /// The target's patterns for all of the source, of which there are 256 or fewer. Those of fewer
  /// than 8 bits are repeated, so that bits beyond a pattern do not matter.
  ///
  /// @throws IllegalStateException if the source has more than 8 bits
  public long[] table() {
    if (source.bits() > Byte.SIZE) {
      throw new IllegalStateException("%s has more patterns than a table".formatted(source));
    }
    long[] table = new long[1 << Byte.SIZE];
    int mask = (1 << source.bits()) - 1;
    for (int i = 0; i < table.length; i++) {
      table[i] = apply(i & mask);
    }
    return table;
  }
}
