package io.cleave.spi;

import io.cleave.convert.Definition;
import io.cleave.plan.BitOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Converts a part bit by bit and element by element, as an oracle.
public final class NaiveConversion {
  private NaiveConversion() {}

  /// A part in its own type.
  ///
  /// @param moved the part in the type of the data
  public static byte[] of(Part part, SplitPlan plan, byte[] moved) {
    Definition definition =
        Definition.of(plan.type(), plan.conversion().orElseThrow(), part.index());
    int elements = Math.toIntExact(part.shape().volume());
    int width = plan.partType().bits() / Byte.SIZE;
    ByteBuffer made = ByteBuffer.allocate(elements * width).order(ByteOrder.nativeOrder());
    for (int i = 0; i < elements; i++) {
      long pattern = definition.apply(pattern(plan.type(), moved, i));
      switch (width) {
        case 1 -> made.put((byte) pattern);
        case 2 -> made.putShort((short) pattern);
        case 4 -> made.putInt((int) pattern);
        default -> made.putLong(pattern);
      }
    }
    return made.array();
  }

  private static long pattern(ElementType type, byte[] bytes, int element) {
    long pattern = 0;
    for (int i = 0; i < type.bits(); i++) {
      long bit = (long) element * type.bits() + i;
      int inByte = (int) (bit % Byte.SIZE);
      boolean isFirstHighest = type.bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST;
      int shift = isFirstHighest ? Byte.SIZE - 1 - inByte : inByte;
      pattern |= (long) (bytes[(int) (bit / Byte.SIZE)] >> shift & 1) << i;
    }
    return pattern;
  }
}
