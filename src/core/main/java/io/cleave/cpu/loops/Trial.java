package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// A loop on vectors beside the plain one that stands in for it: both run on memory of their own
/// until HotSpot has compiled them, and then it shows which one is faster.
///
/// Used by one thread.
final class Trial {
  /// So little that even an interpreter is soon through: it is run again and again until it is
  /// compiled.
  private static final int FEW_BYTES = 4 << 10;

  /// More than a first-level cache holds, for what crosses lines there costs nothing.
  private static final int MANY_BYTES = 256 << 10;

  /// Enough for some steps of any loop.
  private static final int FEWEST_ROWS = 16;

  /// Longer rows are not tried.
  private static final long MOST_BYTES = 8 << 20;

  /// How long code that gets no faster is run on: HotSpot compiles meanwhile.
  private static final long PATIENCE = 10_000_000;

  /// The same for code that is slower, but not by so much that HotSpot cannot have compiled it. (u8
  /// in two: 1.4 times as long as plain loops for .1 s, and then a tenth of their time.)
  private static final long MORE_PATIENCE = 300_000_000;

  private static final double NEAR = 2;

  /// The same for code that is slower than that: it may still be in the hands of the first
  /// compiler, or in a queue behind others. The trial sleeps meanwhile, most of the time.
  private static final long MOST_PATIENCE = 2_500_000_000L;

  private static final int ENOUGH = 6_000;

  private static final int NAP_MILLIS = 5;

  private final MemorySegment data;
  private final MemorySegment[] parts;
  private final long pitch;

  /// Carries the first rows of a trial's data to its parts.
  interface Pass {
    void move(MemorySegment data, MemorySegment[] parts, int rows);
  }

  private Trial(MemorySegment data, MemorySegment[] parts, long pitch) {
    this.data = data;
    this.parts = parts;
    this.pitch = pitch;
  }

  /// Memory for rows of `pitch` bytes of which `count` parts get `run` bytes each.
  ///
  /// @throws UnsupportedOperationException if there is none of these kinds to be had
  static Trial of(Kinds kinds, long pitch, long run, int count) {
    long rows = rows(pitch, MANY_BYTES);
    if (rows * pitch > MOST_BYTES) {
      throw new UnsupportedOperationException("rows of %s bytes are too long".formatted(pitch));
    }
    MemorySegment data = SampleMemory.like(kinds.data(), rows * pitch);
    MemorySegment[] parts =
        IntStream.range(0, count)
            .mapToObj(_ -> SampleMemory.like(kinds.part(), rows * run))
            .toArray(MemorySegment[]::new);
    return new Trial(data, parts, pitch);
  }

  /// A trial of what needs no memory of it, for rows of `pitch` bytes.
  static Trial of(long pitch) {
    return new Trial(MemorySegment.NULL, new MemorySegment[0], pitch);
  }

  private static int rows(long pitch, int bytes) {
    return (int) Math.max(FEWEST_ROWS, bytes / pitch);
  }

  /// Whether one pass is faster than the other once both are compiled.
  boolean isFaster(Pass fast, Pass plain, BooleanSupplier isOver) {
    return ratio(fast, plain, rows(pitch, FEW_BYTES), isOver) <= 1
        && ratio(fast, plain, rows(pitch, MANY_BYTES), isOver) <= 1
        && !isOver.getAsBoolean();
  }

  /// The time of one pass as a fraction of the other's, each at its best.
  private double ratio(Pass fast, Pass plain, int rows, BooleanSupplier isOver) {
    long now = System.nanoTime();
    long gained = now;
    long bestFast = Long.MAX_VALUE;
    long bestPlain = Long.MAX_VALUE;
    for (int passes = 0;
        !isOver.getAsBoolean() && now - gained < patience(ratio(bestFast, bestPlain));
        passes++) {
      if (passes > ENOUGH && now - gained > PATIENCE) {
        nap();
        now = System.nanoTime();
      }
      plain.move(data, parts, rows);
      long between = System.nanoTime();
      fast.move(data, parts, rows);
      long ofPlain = between - now;
      now = System.nanoTime();
      long ofFast = now - between;
      if (ofPlain < bestPlain - bestPlain / 16 || ofFast < bestFast - bestFast / 16) {
        gained = now;
      }
      bestPlain = Math.min(bestPlain, ofPlain);
      bestFast = Math.min(bestFast, ofFast);
    }
    return ratio(bestFast, bestPlain);
  }

  /// Of two times, of which a coarse clock may make 0.
  private static double ratio(long one, long other) {
    return (double) Math.max(1, one) / Math.max(1, other);
  }

  private static long patience(double ratio) {
    return ratio <= 1 ? PATIENCE : ratio <= NEAR ? MORE_PATIENCE : MOST_PATIENCE;
  }

  private static void nap() {
    try {
      Thread.sleep(NAP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
