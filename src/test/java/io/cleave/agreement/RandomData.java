package io.cleave.agreement;

import io.cleave.conformance.PackedElements;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/// Data that nobody thought of.
final class RandomData {
  private final SplittableRandom random;

  RandomData(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// Any bits at all, or, half of the time, values that types of 32 bits hold, too.
  byte[] of(SplitPlan plan) {
    ElementType type = plan.type();
    long count = plan.shape().volume();
    byte[] bytes = new byte[Math.toIntExact(type.bytes(count))];
    PackedElements elements = new PackedElements(type, MemorySegment.ofArray(bytes));
    boolean small = random.nextBoolean();
    for (long i = 0; i < count; i++) {
      elements.set(i, small ? small(type) : random.nextLong());
    }
    return bytes;
  }

  private long small(ElementType type) {
    return switch (type) {
      case F64 -> Double.doubleToRawLongBits(random.nextInt());
      case I64 -> random.nextInt();
      case U64 -> random.nextInt() & Integer.MAX_VALUE;
      case BOOLEAN -> random.nextInt(2);
      default -> random.nextLong();
    };
  }
}
