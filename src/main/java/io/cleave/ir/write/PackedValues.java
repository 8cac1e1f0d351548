package io.cleave.ir.write;

import io.cleave.plan.BitOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;

/// Packs values as a `.bin` file has them: little-endian, elements narrower than a byte over the
/// whole tensor.
final class PackedValues {
  private PackedValues() {}

  /// The bytes of an axis or of lengths, whatever their type. A type that holds no integers gets
  /// the number nearest to each; if it has eight bits or fewer, the code of that number; and
  /// strings its digits.
  static byte[] of(IntegerInput input) {
    long[] values = input.values();
    ElementType type = input.type();
    if (type == ElementType.STRING) {
      return ofStrings(LongStream.of(values).mapToObj(Long::toString).toArray(String[]::new));
    }
    BitSet stream = new BitSet();
    for (int i = 0; i < values.length; i++) {
      put(stream, i * type.bits(), type, bits(type, values[i]));
    }
    return Arrays.copyOf(stream.toByteArray(), (int) type.bytes(values.length));
  }

  private static void put(BitSet stream, int first, ElementType type, long bits) {
    // In a byte that is filled from its most significant bit, bit 0 is the seventh.
    int flip = type.bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST ? Byte.SIZE - 1 : 0;
    for (int bit = 0; bit < type.bits(); bit++) {
      stream.set((first + bit) ^ flip, ((bits >>> bit) & 1) == 1);
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
    int characters = Arrays.stream(texts).mapToInt(text -> text.length).sum();
    ByteBuffer packed =
        ByteBuffer.allocate((texts.length + 2) * Integer.BYTES + characters)
            .order(ByteOrder.LITTLE_ENDIAN);
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
