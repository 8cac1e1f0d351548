package io.cleave.choice;

import io.cleave.backend.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Where challengers show what they can before they may touch a user's memory: on some rows of the
/// plan in memory of the race's own, each is opened, has its kernels compiled, runs until it gets
/// no faster, and must write the very bytes that the expected candidate writes.
///
/// Used by one thread.
final class Entrance implements AutoCloseable {
  /// Enough rows to tell a hopeless candidate, few enough to take no time.
  private static final long BYTES = 1 << 20;

  /// So little that even an interpreter is soon through: it is run again and again until it is
  /// compiled. Kernels on vectors, interpreted, take 1 s for a MiB (Temurin 25). HotSpot's second
  /// compiler begins after 15,000 steps of a loop that was called 600 times, or after 40,000.
  private static final long WARM_BYTES = 4 << 10;

  /// A single row that is longer is not tried: the first turns will tell.
  private static final long MOST_BYTES = 16 << 20;

  /// How long code that gets no faster is run on: HotSpot compiles meanwhile.
  private static final long PATIENCE = 20_000_000;

  /// The same for code that is about as fast as the expected candidate's, or has run before. With
  /// the other patience for all, 380 of the 500 ms that a whole race took went by here.
  private static final long LITTLE_PATIENCE = 2_000_000;

  private static final double NEAR = 1.25;

  /// How long code is run on that is far slower than the expected candidate: it may still be in the
  /// hands of the first of two compilers.
  private static final long MOST_PATIENCE = 2_500_000_000L;

  /// Hopeless is what takes so many times as long as the expected candidate, and more than starting
  /// a device takes, too.
  private static final double HOPELESS = 3;

  private static final double START = 100_000;

  /// After so many bytes the data begins again: a prime, so that few rows are alike.
  private static final long PERIOD = 1021;

  private static final byte POISON = (byte) 0xA5;
  private static final long CACHE_LINE = 64;

  private final Arena arena = Arena.ofShared();
  private final Sample few;
  private final Sample many;
  private final double expectedFew;
  private final double expectedMany;

  /// Some rows of the plan.
  ///
  /// @param plan those rows
  /// @param data what is in them
  /// @param right what the expected candidate makes of it
  /// @param parts where challengers write
  private record Sample(
      SplitPlan plan,
      MemorySegment data,
      List<@Nullable MemorySegment> right,
      List<@Nullable MemorySegment> parts) {}

  /// Has the expected candidate split first; whatever it throws, the memory is given back.
  Entrance(SplitPlan whole, MemoryClass memory, Splitter expected, BooleanSupplier isOver) {
    try {
      this.few = sample(whole.slab(rows(whole, WARM_BYTES)), memory);
      SplitPlan more = whole.slab(rows(whole, BYTES));
      this.many = more.equals(few.plan()) ? few : sample(more, memory);
      this.expectedFew = warm(expected, few, few.right(), 0, 0, isOver);
      this.expectedMany = warm(expected, many, many.right(), 0, 0, isOver);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  /// Whether a plan can be tried at all.
  static boolean isFor(SplitPlan plan) {
    return heavier(plan.slab(rows(plan, BYTES))) <= MOST_BYTES;
  }

  /// The bytes of the data, or of the parts where a conversion makes more of them.
  private static long heavier(SplitPlan plan) {
    return Math.max(
        plan.bytes(), plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum());
  }

  private static long rows(SplitPlan plan, long bytes) {
    long each = Math.max(1, heavier(plan) / Math.max(1, plan.rows()));
    long rows = Math.clamp(bytes / each, 1, Math.max(1, plan.rows()));
    long whole = plan.unit() == Unit.BIT ? Math.ceilDiv(rows, Byte.SIZE) * Byte.SIZE : rows;
    return Math.min(plan.rows(), whole);
  }

  private Sample sample(SplitPlan plan, MemoryClass memory) {
    MemorySegment data = allocate(plan.bytes(), memory);
    fill(data);
    return new Sample(plan, data, outputs(plan, memory), outputs(plan, memory));
  }

  /// Random bytes, copied again and again: to draw all of them one by one kept HotSpot's compiler
  /// busy for .1 s, each time that it met another kind of memory.
  private static void fill(MemorySegment data) {
    SplittableRandom random = new SplittableRandom(1);
    long filled = Math.min(PERIOD, data.byteSize());
    for (long i = 0; i < filled; i++) {
      data.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
    }
    while (filled < data.byteSize()) {
      long count = Math.min(filled, data.byteSize() - filled);
      MemorySegment.copy(data, 0, data, filled, count);
      filled += count;
    }
  }

  private MemorySegment allocate(long bytes, MemoryClass memory) {
    return memory == MemoryClass.NATIVE
        ? arena.allocate(bytes, CACHE_LINE)
        : MemorySegment.ofArray(new byte[(int) bytes]);
  }

  private List<@Nullable MemorySegment> outputs(SplitPlan plan, MemoryClass memory) {
    List<@Nullable MemorySegment> outputs = new ArrayList<>();
    for (Part part : plan.parts()) {
      outputs.add(part.isWanted() ? allocate(part.bytes(), memory).fill(POISON) : null);
    }
    return outputs;
  }

  /// Has a challenger run for as long as it may take until it is compiled.
  void warm(Splitter challenger, BooleanSupplier isOver) {
    warm(challenger, few, few.parts(), NEAR * expectedFew, most(expectedFew), isOver);
    warm(challenger, many, many.parts(), NEAR * expectedMany, most(expectedMany), isOver);
  }

  /// Lets a challenger try that is warm.
  ///
  /// @return why it may not take part; empty if it may
  Optional<String> refusal(Splitter challenger, BooleanSupplier isOver) {
    warm(challenger, few, few.parts(), Double.MAX_VALUE, 0, isOver);
    double nanos = warm(challenger, many, many.parts(), Double.MAX_VALUE, 0, isOver);
    return wrong(few).or(() -> wrong(many)).or(() -> slow(nanos));
  }

  private Optional<String> slow(double nanos) {
    return nanos <= most(expectedMany)
        ? Optional.empty()
        : Optional.of(
            String.format(Locale.ROOT, "%.1f times as long as expected", nanos / expectedMany));
  }

  /// The nanoseconds that a split must not take.
  private static double most(double expected) {
    return HOPELESS * expected + START;
  }

  private static Optional<String> wrong(Sample sample) {
    for (Part part : sample.plan().parts()) {
      MemorySegment one = sample.parts().get(part.index());
      MemorySegment other = sample.right().get(part.index());
      if (one != null && other != null && one.mismatch(other) >= 0) {
        return Optional.of("it writes other bytes than expected, at %s".formatted(part));
      }
    }
    return Optional.empty();
  }

  /// Splits until it gets no faster, and is as fast as it must be or has had all the time.
  ///
  /// @param near the nanoseconds of a split that is fast enough to need little patience
  /// @param most the nanoseconds that a split must not take; 0 for whoever must only be warm
  /// @return the nanoseconds that the fastest split took
  private static double warm(
      Splitter splitter,
      Sample sample,
      List<@Nullable MemorySegment> outputs,
      double near,
      double most,
      BooleanSupplier isOver) {
    long begin = System.nanoTime();
    long gained = begin;
    long best = Long.MAX_VALUE;
    long now = begin;
    while (!isOver.getAsBoolean()) {
      boolean hopeful = most == 0 || best <= most;
      long patience = best <= near ? LITTLE_PATIENCE : PATIENCE;
      if (now - gained >= patience && (hopeful || now - begin >= MOST_PATIENCE)) {
        break;
      }
      long before = now;
      splitter.split(sample.plan(), sample.data(), outputs);
      now = System.nanoTime();
      if (now - before < best - best / 16) {
        gained = now;
      }
      best = Math.min(best, now - before);
    }
    return best;
  }

  @Override
  public void close() {
    arena.close();
  }
}
