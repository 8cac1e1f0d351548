package io.cleave.cpu;

import java.util.concurrent.atomic.AtomicLong;

/// Which kernels carry out a split where nobody says. Safe for use by many threads.
final class AutoKernels {
  /// What a JVM moves by plain kernels before vectors pay: until C2 has compiled them they run in
  /// the interpreter, where every operation allocates. One loop over 16 KiB at a time was ahead of
  /// a plain one after 300 to 600 MiB.
  private static final long PLAIN_BYTES = 512L << 20;

  private static final AtomicLong MOVED = new AtomicLong();

  /// Those on vectors, where they are there, else the plain ones.
  private static final class Holder {
    static final ByKind<Kernels> BEST =
        VectorSupport.here().isThere() ? CpuSplitter.VECTOR : CpuSplitter.PLAIN;
  }

  private AutoKernels() {}

  static ByKind<Kernels> of(CpuKernels wish, long bytes) {
    return switch (wish) {
      case PLAIN -> CpuSplitter.PLAIN;
      case VECTOR -> Holder.BEST;
      case AUTO -> isWarm(bytes) ? Holder.BEST : CpuSplitter.PLAIN;
    };
  }

  private static boolean isWarm(long bytes) {
    return MOVED.get() >= PLAIN_BYTES || MOVED.addAndGet(bytes) >= PLAIN_BYTES;
  }
}
