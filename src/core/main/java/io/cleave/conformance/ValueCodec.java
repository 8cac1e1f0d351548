package io.cleave.conformance;

import io.cleave.json.JsonBoolean;
import io.cleave.json.JsonNumber;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/// Turns the values of a case into the bits of an element type, whose elements have a size.
///
/// Integers must fit the type. `u1 u2 u3 u4 u6 nf4 f4e2m1 f8*` are written as their raw codes and
/// `i4` is signed; `i8 i16 i32 i64` are signed too, and also take the unsigned code of the same
/// bits, because there are shipped cases written so (`cleave_i16_0` has 61371). Boolean is a byte
/// from 0 to 255, or `true` or `false`. Real types take any number, rounded to the nearest, and the
/// texts `NaN`, `Infinity` and `-Infinity`.
final class ValueCodec {
  private final ElementType type;
  private final BigDecimal min;
  private final BigDecimal max;

  /// @param type not string
  ValueCodec(ElementType type) {
    this.type = type;
    BigInteger codes = BigInteger.ONE.shiftLeft(type.bits());
    BigInteger half = codes.shiftRight(1);
    this.min = new BigDecimal(isSigned(type) ? half.negate() : BigInteger.ZERO);
    this.max = new BigDecimal(type == ElementType.I4 ? half : codes).subtract(BigDecimal.ONE);
  }

  private static boolean isSigned(ElementType type) {
    return switch (type) {
      case I4, I8, I16, I32, I64 -> true;
      default -> false;
    };
  }

  /// Writes listed values.
  ///
  /// @throws CaseFailure if one is not of the type
  void write(List<JsonValue> values, MemorySegment memory) {
    PackedElements elements = new PackedElements(type, memory);
    for (int i = 0; i < values.size(); i++) {
      elements.set(i, bits(values.get(i)));
    }
  }

  /// Writes 0, 1, 2 and so on, wrapping in the type.
  void writeIota(long count, MemorySegment memory) {
    PackedElements elements = new PackedElements(type, memory);
    boolean real = RealCodec.isReal(type);
    for (long i = 0; i < count; i++) {
      elements.set(i, real ? RealCodec.bits(type, i) : i);
    }
  }

  /// Clears what the last byte holds beyond the last element.
  void clearUnusedBits(long count, MemorySegment memory) {
    new PackedElements(type, memory).clearFrom(count);
  }

  /// The bits of one value; those above the width of the type are of no meaning.
  ///
  /// @throws CaseFailure if it is not of the type
  long bits(JsonValue value) {
    boolean real = RealCodec.isReal(type);
    return switch (value) {
      case JsonNumber number when real -> {
        WholeNumber.requireReadable(number);
        yield RealCodec.bits(type, number);
      }
      case JsonNumber number -> integer(number);
      case JsonString name when real -> RealCodec.bits(type, name.value());
      case JsonBoolean flag when type == ElementType.BOOLEAN -> flag.value() ? 1 : 0;
      default ->
          throw CaseFailure.malformed(
              "expected a value of type %s, found %s".formatted(type, Excerpt.of(value)));
    };
  }

  private long integer(JsonNumber number) {
    BigDecimal value = WholeNumber.of(number);
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw CaseFailure.malformed(
          "%s takes %s to %s, not %s".formatted(type, min, max, Excerpt.of((Object) number)));
    }
    return value.toBigIntegerExact().longValue();
  }
}
