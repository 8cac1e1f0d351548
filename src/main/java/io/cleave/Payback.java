package io.cleave;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.LinkedHashMap;
import java.util.Map;

/// Says when a plan has been split often enough that a device, which must be found, opened and have
/// a program compiled, pays back: the way a skier who does not know how long it will snow rents
/// until the rent has reached the price.
///
/// Safe for use by many threads.
final class Payback {
  /// Below this, data and parts may stay in the third-level cache, and plain Java is as fast or
  /// faster unless runs are short. 2 cores, PoCL 3.1 against plain Java: f32 [n, 12288] in three
  /// 0.56 times as fast at 4 MiB, 1.2 times at 16 MiB; f32 [n, 256] in three 0.7, 0.85, and 1.4
  /// times at 64 MiB; u8 [n, 3] into planes 2.4 and 2.6 times.
  static final long LEAST_BYTES = 16L << 20;

  /// What must have gone through one plan: f32 [4096, 12288] into three parts takes 12.4 ms in
  /// plain Java and 8.2 on PoCL, so that 8 GiB save the 0.2 s that opening it and compiling may
  /// cost.
  static final long BYTES = 8L << 30;

  /// Plans that are remembered; one that is pushed out begins again.
  private static final int PLANS = 256;

  private final long leastBytes;
  private final long bytes;

  /// The bytes that went through each plan, the longest unused first.
  private final Map<SplitPlan, Long> moved = new LinkedHashMap<>(16, 0.75f, true);

  /// @param leastBytes what a plan moves that may pay back at all
  /// @param bytes what must have gone through a plan before it does
  Payback(long leastBytes, long bytes) {
    this.leastBytes = leastBytes;
    this.bytes = bytes;
  }

  /// As measured.
  static Payback measured() {
    return new Payback(LEAST_BYTES, BYTES);
  }

  /// Whether a plan can ever pay back: it is large, and not one copy for each part, which plain
  /// Java does as fast as anybody.
  boolean mayPay(SplitPlan plan) {
    return plan.unit() != Unit.ELEMENT && plan.bytes() >= leastBytes && !plan.isContiguous();
  }

  /// Counts one more split of a plan.
  ///
  /// @return whether it has paid back before this one
  synchronized boolean count(SplitPlan plan) {
    long before = moved.getOrDefault(plan, 0L);
    if (before >= bytes) {
      // Moves it to the end.
      return true;
    }
    moved.put(plan, before + plan.bytes());
    if (moved.size() > PLANS) {
      moved.remove(moved.keySet().iterator().next());
    }
    return false;
  }

  /// Whether a plan has paid back.
  synchronized boolean hasPaid(SplitPlan plan) {
    return mayPay(plan) && moved.getOrDefault(plan, 0L) >= bytes;
  }

  /// What must have gone through a plan.
  long bytes() {
    return bytes;
  }
}
