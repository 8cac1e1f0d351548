package io.cleave.conformance;

import io.cleave.json.JsonNumber;
import io.cleave.json.JsonValue;
import io.cleave.plan.ElementType;
import io.cleave.spi.PackedElements;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Turns the values of a case into the bits of an element type.
///
/// Integers must fit the type. `u1 u2 u3 u4 u6 nf4 f4e2m1 f8*` are written as their raw codes and
/// `i4` is signed; `i8 i16 i32 i64` are signed too, and also take the unsigned code of the same
/// bits, because there are shipped cases written so (`cleave_i16_0` has 61371). Boolean is a byte
/// from 0 to 255, or `true` or `false`. Real types take any number, read as a `double` and rounded
/// from there as IEEE 754 has it, and the texts `NaN`, `Infinity` and `-Infinity`.
final class ValueCodec {
  private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

  private ValueCodec() {}

  /// Fills memory, which holds zeros, with the data of a case.
  ///
  /// @param type not string
  /// @param data a list of values, a string for 0, 1, 2 and so on, wrapping in the type, or null
  ///   for noise
  /// @throws CaseFailure if there are more or fewer values, or one is not of the type
  static void write(
      ElementType type, JsonValue data, long count, MemorySegment memory, RandomGenerator random) {
    if (data.value() instanceof List<?> values && values.size() != count) {
      throw CaseFailure.malformed(
          "%s values are listed for %s elements".formatted(values.size(), count));
    }
    if (data.value() == null && !type.isSubByte()) {
      byte[] noise = new byte[Math.toIntExact(memory.byteSize())];
      random.nextBytes(noise);
      memory.copyFrom(MemorySegment.ofArray(noise));
      return;
    }
    PackedElements elements = new PackedElements(type, memory);
    for (long i = 0; i < count; i++) {
      elements.set(
          i,
          switch (data.value()) {
            case List<?> _ -> bits(type, data.items().get((int) i));
            case String _ -> isReal(type) ? bits(type, (double) i) : i;
            case null, default -> random.nextLong();
          });
    }
  }

  /// The bits of one value; those above the width of the type are of no meaning.
  private static long bits(ElementType type, JsonValue value) {
    return switch (value.value()) {
      case JsonNumber(String text) when isReal(type) -> bits(type, Double.parseDouble(text));
      case String name when isReal(type) && NO_NUMBERS.contains(name) ->
          bits(type, Double.parseDouble(name));
      case JsonNumber number when number.isInteger() -> integer(type, number);
      case Boolean flag when type == ElementType.BOOLEAN -> flag ? 1 : 0;
      case null, default ->
          throw CaseFailure.malformed(
              "expected a value of type %s, found %s".formatted(type, value));
    };
  }

  private static long bits(ElementType type, double value) {
    int single = Float.floatToRawIntBits((float) value);
    return switch (type) {
      case F64 -> Double.doubleToRawLongBits(value);
      case F32 -> single;
      case F16 -> Float.floatToFloat16((float) value);
      // To the nearest, ties to even.
      default -> (single + 0x7FFF + (single >>> Short.SIZE & 1)) >>> Short.SIZE;
    };
  }

  private static long integer(ElementType type, JsonNumber number) {
    BigInteger codes = BigInteger.TWO.pow(type.bits());
    BigInteger half = codes.shiftRight(1);
    BigInteger min = type.isSigned() ? half.negate() : BigInteger.ZERO;
    BigInteger end = type == ElementType.I4 ? half : codes;
    BigInteger value = new BigInteger(number.text());
    if (value.compareTo(min) < 0 || value.compareTo(end) >= 0) {
      throw CaseFailure.malformed(
          "%s takes %s to %s, not %s".formatted(type, min, end.subtract(BigInteger.ONE), value));
    }
    return value.longValue();
  }

  private static boolean isReal(ElementType type) {
    return switch (type) {
      case BF16, F16, F32, F64 -> true;
      default -> false;
    };
  }
}
