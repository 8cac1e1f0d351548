package io.cleave.file.window;

import io.cleave.file.stored.LittleEndian;
import io.cleave.plan.SplitPlan;

/// How much of the data is split at a time.
@FunctionalInterface
public interface WindowRule {
  /// The bytes of a window.
  long bytes(SplitPlan plan);

  /// Windows that, with all that stands beside them, keep within so much memory.
  ///
  /// @param memory the bytes
  static WindowRule within(long memory) {
    // Two windows are read, and two are written; and there is a piece to be converted.
    long most = Math.max(LEAST, (memory - LittleEndian.PIECE) / 4);
    return plan -> Math.min(most, Math.max(USUAL, plan.unstacked().partCount() * PER_PART));
  }

  /// 512 MiB of f32 into 4 and 256 parts along the last axis, on two cores, files cached: 0.20 and
  /// 0.77 s in windows of 1 MiB, 0.16 and 0.63 s of 4 MiB, 0.16 and 0.47 s of 16 MiB, 0.19 and 0.48
  /// s of 64 MiB.
  long USUAL = 16L << 20;

  /// Of many parts, each write shall be worth the file that is opened for it.
  long PER_PART = 64L << 10;

  /// However little memory there may be.
  long LEAST = 64L << 10;
}
