package io.cleave.tune;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.WarmUp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Trial of a candidate on some rows of a plan, in memory of its own: it is compiled and warmed up,
/// and must write the bytes that the baseline writes, before it may touch a user's memory.
final class Trial {
  /// Enough rows to recognise a hopeless candidate, few enough to take no time.
  private static final long BYTES = 1 << 20;

  /// A plan whose single row is longer is not tried, and so not tuned.
  private static final long MOST_BYTES = 16 << 20;

  /// A hopeless candidate takes more than so many times as long as the baseline.
  private static final int HOPELESS = 3;

  /// Nanoseconds for starting a device.
  private static final long START = 100_000;

  private static final byte POISON = (byte) 0xA5;
  private static final long CACHE_LINE = 64;

  private Trial() {}

  /// True if some rows of a plan are few enough to be tried.
  static boolean isPossible(SplitPlan plan) {
    return heavier(someRows(plan)) <= MOST_BYTES;
  }

  private static SplitPlan someRows(SplitPlan plan) {
    long each = Math.max(1, heavier(plan) / Math.max(1, plan.rows()));
    long rows = Math.max(1, BYTES / each);
    long whole = plan.unit() == Unit.BIT ? Math.ceilDiv(rows, Byte.SIZE) * Byte.SIZE : rows;
    return plan.slab(Math.min(plan.rows(), whole));
  }

  /// The bytes of the data, or of the parts where a conversion makes more of them.
  private static long heavier(SplitPlan plan) {
    return Math.max(
        plan.bytes(), plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum());
  }

  /// Warms a candidate up beside the baseline, and checks it.
  ///
  /// @return why it may not take part; empty if it may
  static Optional<String> refusal(
      SplitPlan whole, HostSplitter baseline, HostSplitter candidate, BooleanSupplier isCancelled) {
    SplitPlan plan = someRows(whole);
    byte[] noise = new byte[(int) plan.bytes()];
    new SplittableRandom(1).nextBytes(noise);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data =
          arena.allocate(noise.length, CACHE_LINE).copyFrom(MemorySegment.ofArray(noise));
      List<@Nullable MemorySegment> right = outputs(plan, arena);
      List<@Nullable MemorySegment> written = outputs(plan, arena);
      WarmUp times =
          WarmUp.of(
              () -> baseline.carryOut(plan, data, right),
              () -> candidate.carryOut(plan, data, written),
              HOPELESS,
              START,
              isCancelled);
      for (Part part : plan.parts()) {
        MemorySegment one = written.get(part.index());
        MemorySegment other = right.get(part.index());
        if (one != null && other != null && one.mismatch(other) >= 0) {
          return Optional.of("it writes other bytes than expected, at %s".formatted(part));
        }
      }
      return times.isWithin(HOPELESS, START)
          ? Optional.empty()
          : Optional.of(
              String.format(Locale.ROOT, "%.1f times as long as expected", times.ratio()));
    }
  }

  private static List<@Nullable MemorySegment> outputs(SplitPlan plan, Arena arena) {
    List<@Nullable MemorySegment> outputs = new ArrayList<>();
    for (Part part : plan.parts()) {
      boolean isWanted = part.isWanted();
      outputs.add(isWanted ? arena.allocate(part.bytes(), CACHE_LINE).fill(POISON) : null);
    }
    return outputs;
  }
}
