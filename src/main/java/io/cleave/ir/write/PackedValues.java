package io.cleave.ir.write;

import io.cleave.plan.BitOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Packs values as a `.bin` file has them: little-endian, elements narrower than a byte over the
/// whole tensor.
final class PackedValues {
  /// What an array holds in every JVM.
  static final long MOST = Integer.MAX_VALUE - 8;

  private PackedValues() {}

  /// A number of bytes that an array holds.
  ///
  /// @throws IllegalArgumentException if there are more
  static int requireFit(long bytes) {
    if (bytes > MOST) {
      throw new IllegalArgumentException(
          "a constant of a model is written with at most %s bytes, not %s; make it a parameter"
              .formatted(MOST, bytes));
    }
    return (int) bytes;
  }

  /// The bytes of an axis or of lengths, whatever their type. A type that holds no integers gets
  /// the number nearest to each; if it has eight bits or fewer, the code of that number; and
  /// strings its digits.
  ///
  /// @throws IllegalArgumentException if they are more than an array holds
  static byte[] of(IntegerInput input) {
    long[] values = input.values();
    ElementType type = input.type();
    if (type == ElementType.STRING) {
      return ofStrings(LongStream.of(values).mapToObj(Long::toString).toArray(String[]::new));
    }
    byte[] packed = new byte[requireFit(type.bytes(values.length))];
    for (int i = 0; i < values.length; i++) {
      put(packed, (long) i * type.bits(), type, bits(type, values[i]));
    }
    return packed;
  }

  private static void put(byte[] packed, long first, ElementType type, long bits) {
    // In a byte that is filled from its most significant bit, bit 0 is the seventh.
    int flip = type.bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST ? Byte.SIZE - 1 : 0;
    for (int bit = 0; bit < type.bits(); bit++) {
      long at = (first + bit) ^ flip;
      packed[(int) (at / Byte.SIZE)] |= (byte) (((bits >>> bit) & 1) << (at % Byte.SIZE));
    }
  }

  private static long bits(ElementType type, long value) {
    return switch (type) {
      case F64 -> Double.doubleToRawLongBits((double) value);
      case F32 -> Float.floatToRawIntBits((float) value);
      case F16 -> Float.floatToFloat16((float) value);
      case BF16 -> upperHalf(Float.floatToRawIntBits((float) value));
      default -> value;
    };
  }

  /// The nearest number with 16 bits less, ties to even.
  private static int upperHalf(int bits) {
    int half = 0x7FFF + (bits >>> Short.SIZE & 1);
    return (bits + half) >>> Short.SIZE;
  }

  /// Strings as OpenVINO packs them: how many, where each begins and the last one ends, and then
  /// their characters.
  static byte[] ofStrings(String... strings) {
    byte[][] texts =
        Arrays.stream(strings)
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    long characters = Arrays.stream(texts).mapToLong(text -> text.length).sum();
    int size = requireFit((texts.length + 2L) * Integer.BYTES + characters);
    ByteBuffer packed = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    int begin = 0;
    packed.putInt(texts.length).putInt(begin);
    for (byte[] text : texts) {
      begin += text.length;
      packed.putInt(begin);
    }
    for (byte[] text : texts) {
      packed.put(text);
    }
    return packed.array();
  }
}
