package io.cleave.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Outputs for a splitter to write, made to give away every mistake: each stands at some odd
/// address between guard bytes, and starts as the complement of what is expected of it, so that not
/// one bit left unwritten goes unnoticed.
final class GuardedOutputs {
  /// Wide enough to catch a vector or a small tile written past an end.
  private static final long GUARD = 64;

  private static final long ALIGNMENT = 64;

  private final MemorySegment memory;
  private final long[] starts;
  private final List<MemorySegment> parts = new ArrayList<>();

  /// @param arena owns the outputs
  /// @param seed varies the addresses
  GuardedOutputs(List<byte[]> expected, Arena arena, Seed seed) {
    this.starts = new long[expected.size()];
    this.memory = arena.allocate(layOut(expected, seed), ALIGNMENT);
    for (int i = 0; i < starts.length; i++) {
      MemorySegment part = memory.asSlice(starts[i], expected.get(i).length);
      poison(part, expected.get(i));
      parts.add(part);
    }
    forEachGap(this::raise);
  }

  /// Decides where each output starts.
  ///
  /// @return the bytes they take together
  private long layOut(List<byte[]> expected, Seed seed) {
    long end = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.ceilDiv(end + GUARD, ALIGNMENT) * ALIGNMENT + seed.misalignment(i);
      end = starts[i] + expected.get(i).length;
    }
    return end + GUARD;
  }

  private static void poison(MemorySegment part, byte[] expected) {
    for (int i = 0; i < expected.length; i++) {
      part.set(ValueLayout.JAVA_BYTE, i, (byte) ~expected[i]);
    }
  }

  /// The outputs, each exactly as large as expected.
  List<MemorySegment> parts() {
    return parts;
  }

  /// @throws CaseFailure if a byte outside the outputs was written
  void requireGuardsIntact() {
    forEachGap(this::inspect);
  }

  /// Takes the guard bytes from one position to another, before a part.
  @FunctionalInterface
  private interface Gap {
    void between(long from, long to, int part);
  }

  private void forEachGap(Gap gap) {
    long from = 0;
    for (int i = 0; i < starts.length; i++) {
      gap.between(from, starts[i], i);
      from = starts[i] + parts.get(i).byteSize();
    }
    gap.between(from, memory.byteSize(), starts.length);
  }

  private void raise(long from, long to, int part) {
    for (long i = from; i < to; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, guard(i));
    }
  }

  private void inspect(long from, long to, int part) {
    for (long i = from; i < to; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != guard(i)) {
        throw new CaseFailure(
            part == starts.length || (i - from < GUARD && part > 0)
                ? "byte %s after the end of part %s was written".formatted(i - from, part - 1)
                : "byte %s before the start of part %s was written".formatted(to - i, part));
      }
    }
  }

  /// No two neighbours are alike, so that a guard shifted or filled is noticed.
  private static byte guard(long position) {
    return (byte) (0xA5 + 37 * position);
  }
}
