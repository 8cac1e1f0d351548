package io.cleave.bench;

import io.cleave.plan.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/// What is split when speed is measured.
final class TestData {
  private static final long PAGE = 4096;

  private TestData() {}

  /// Memory for a subject and for a copy beside it. It compresses no better than any other:
  /// all-zero pages may be shared by the system. Floats that are to be converted are from 0 to 1,
  /// as those of an image are: bits at random would be a contest in NaNs and infinities.
  static MemorySegment of(Subject subject, Arena arena) {
    long bytes = Math.max(subject.plan().bytes(), subject.bytes());
    MemorySegment data = arena.allocate(Math.ceilDiv(bytes, PAGE) * PAGE, PAGE);
    boolean floats = subject.plan().converts() && subject.plan().type() == ElementType.F32;
    SplittableRandom random = new SplittableRandom(1);
    for (long at = 0; at < data.byteSize(); at += Long.BYTES) {
      data.set(ValueLayout.JAVA_LONG, at, floats ? twoFloats(random) : random.nextLong());
    }
    return data.asSlice(0, bytes);
  }

  private static long twoFloats(SplittableRandom random) {
    long low = Float.floatToRawIntBits((float) random.nextDouble());
    long high = Float.floatToRawIntBits((float) random.nextDouble());
    return high << Integer.SIZE | low;
  }
}
