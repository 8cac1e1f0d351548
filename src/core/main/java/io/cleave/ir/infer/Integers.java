package io.cleave.ir.infer;

import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads the integers of an axis or of lengths from bytes, little-endian and packed as a `.bin`
/// file has them.
public final class Integers {
  private static final ValueLayout.OfShort INT16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong INT64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Integers() {}

  /// The integers that the bytes are.
  ///
  /// @throws IllegalArgumentException if the type is none of integers, or a value is larger than a
  ///   signed 64-bit number can be
  public static IntegerInput read(ElementType type, Shape shape, MemorySegment bytes) {
    if (!type.holdsIndices()) {
      throw new IllegalArgumentException("%s is not an integer type".formatted(type));
    }
    long[] values = new long[Math.toIntExact(shape.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(type, bytes, i);
    }
    return IntegerInput.of(type, shape, values);
  }

  private static long value(ElementType type, MemorySegment bytes, int index) {
    return switch (type) {
      case I4 -> nibble(bytes, index) << 60 >> 60;
      case U4 -> nibble(bytes, index);
      case I8 -> bytes.get(ValueLayout.JAVA_BYTE, index);
      case U8 -> bytes.get(ValueLayout.JAVA_BYTE, index) & 0xffL;
      case I16 -> bytes.get(INT16, 2L * index);
      case U16 -> bytes.get(INT16, 2L * index) & 0xffffL;
      case I32 -> bytes.get(INT32, 4L * index);
      case U32 -> bytes.get(INT32, 4L * index) & 0xffff_ffffL;
      case I64 -> bytes.get(INT64, 8L * index);
      case U64 -> unsigned(bytes.get(INT64, 8L * index));
      default -> throw new IllegalArgumentException("%s is not an integer type".formatted(type));
    };
  }

  /// The first of two elements is the lower half of their byte.
  private static long nibble(MemorySegment bytes, int index) {
    return bytes.get(ValueLayout.JAVA_BYTE, index / 2) >> (index % 2 * 4) & 0xf;
  }

  private static long unsigned(long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "the value %s is larger than any extent; write a smaller one"
              .formatted(Long.toUnsignedString(value)));
    }
    return value;
  }
}
