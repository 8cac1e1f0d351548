package io.cleave.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/// What varies from case to case and never from run to run: all of it follows from the case's name.
///
/// @param value the seed
record Seed(long value) {
  private static final int MAX_MISALIGNMENT = 64;

  static Seed of(Case tried) {
    return new Seed(tried.id().hashCode());
  }

  /// Memory that other threads may touch for one half of the cases, and may not for the other.
  Arena arena() {
    return (value & 1) == 0 ? Arena.ofShared() : Arena.ofConfined();
  }

  /// How far from an aligned address something stands: not at all for one case in four.
  long misalignment(int index) {
    return (value & 6) == 0 ? 0 : random(index).nextInt(MAX_MISALIGNMENT);
  }

  /// Fills memory with noise.
  void fill(MemorySegment memory) {
    SplittableRandom random = random(-1);
    long at = 0;
    for (; at + Long.BYTES <= memory.byteSize(); at += Long.BYTES) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
    }
    for (; at < memory.byteSize(); at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
  }

  /// A word of noise.
  String word(int index) {
    return Long.toString(random(index).nextLong(), Character.MAX_RADIX);
  }

  private SplittableRandom random(int index) {
    return new SplittableRandom(value * 31 + index);
  }
}
