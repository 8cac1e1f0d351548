package io.cleave.bench;

import io.cleave.convert.Definition;
import io.cleave.plan.BitOrder;
import io.cleave.plan.Conversion;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/// Compares parts that were converted with what the definition makes of the data: all elements of a
/// part that has up to so many, else the first, the last and a random choice of them.
final class ValueCheck {
  private static final long MOST = 1 << 18;

  private final SplitPlan plan;
  private final Conversion conversion;
  private final MemorySegment data;
  private final Likeness likeness;

  /// Elements from one index of the axis to the next.
  private final long step;

  ValueCheck(SplitPlan plan, Conversion conversion, MemorySegment data, Likeness likeness) {
    this.plan = plan;
    this.likeness = likeness;
    this.conversion = conversion;
    this.data = data;
    long inner = 1;
    for (int i = plan.axis() + 1; i < plan.shape().rank(); i++) {
      inner *= plan.shape().extent(i);
    }
    this.step = inner;
  }

  /// What is wrong with a part, if anything is.
  Optional<String> wrong(Part part, MemorySegment memory) {
    Definition definition = Definition.of(plan.type(), conversion, part.index());
    return elements(part)
        .filter(
            element ->
                !likeness.holds(
                    plan.partType(),
                    made(memory, element),
                    definition.apply(pattern(inData(part, element)))))
        .mapToObj(element -> "part %s is wrong in element %s".formatted(part.index(), element))
        .findFirst();
  }

  private LongStream elements(Part part) {
    long count = part.shape().volume();
    long most = Math.max(1, MOST / plan.partCount());
    return count <= most
        ? LongStream.range(0, count)
        : LongStream.concat(
            LongStream.of(0, count - 1), new Random(part.index()).longs(most, 0, count));
  }

  private long inData(Part part, long element) {
    long run = part.length() * step;
    long row = element / run;
    return (row * plan.shape().extent(plan.axis()) + part.start()) * step + element % run;
  }

  private long pattern(long element) {
    int bits = plan.type().bits();
    if (bits >= Byte.SIZE) {
      return bytes(data, element * (bits / Byte.SIZE), bits / Byte.SIZE);
    }
    boolean reversed = plan.type().bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST;
    long pattern = 0;
    for (int i = 0; i < bits; i++) {
      long bit = element * bits + i;
      int place = (int) (bit % Byte.SIZE);
      int octet = data.get(ValueLayout.JAVA_BYTE, bit / Byte.SIZE);
      pattern |= (octet >> (reversed ? Byte.SIZE - 1 - place : place) & 1L) << i;
    }
    return pattern;
  }

  private long made(MemorySegment memory, long element) {
    int width = plan.partType().bits() / Byte.SIZE;
    return bytes(memory, element * width, width);
  }

  private static long bytes(MemorySegment memory, long at, int width) {
    return switch (width) {
      case 1 -> Byte.toUnsignedLong(memory.get(ValueLayout.JAVA_BYTE, at));
      case 2 -> Short.toUnsignedLong(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case 4 -> Integer.toUnsignedLong(memory.get(ValueLayout.JAVA_INT_UNALIGNED, at));
      default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }
}
