package io.cleave.cpu;

import io.cleave.plan.SplitPlan;

/// How much of a plan's work is a piece.
final class PieceSize {
  /// As many as share work evenly among the threads of most machines.
  private static final long FEWEST = 32;

  /// Half of a second-level cache. With two threads, 256 KiB and 1 MiB came within 2 % for A, F and
  /// J of the suite, and 2 and 8 % behind for H.
  private static final long MOST_BYTES = 512 << 10;

  /// f32 [1024, 512] in three came within 7 % in pieces of 64, 128 and 256 KiB, and with two
  /// threads 256 KiB in runs of 128, of 13 to 45, and of 1 within 5 % in pieces of 64 and 128 KiB;
  /// 128 KiB 1.4 to 1.6 times as fast in two of them as in one.
  private static final long LEAST_BYTES = 64 << 10;

  private PieceSize() {}

  /// The bytes that a piece of a plan's work should have.
  static long of(SplitPlan plan) {
    return Math.clamp(plan.bytes() / FEWEST, LEAST_BYTES, MOST_BYTES);
  }
}
