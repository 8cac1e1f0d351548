package io.cleave.cpu;

import io.cleave.cpu.loops.BitMover;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;

/// Long rows of bits, a range of the bytes of one part after the other.
final class BitRanges extends Program {
  private final BitParts parts;

  /// The bytes of a range, for each part.
  private final long[] rangeBytes;

  /// The number of the first range of each part, and the number of all ranges as the last element.
  private final long[] firstRange;

  BitRanges(SplitPlan plan) {
    super(plan);
    this.parts = new BitParts(plan, moved());
    this.rangeBytes = new long[parts.count()];
    this.firstRange = new long[parts.count() + 1];
    for (int i = 0; i < parts.count(); i++) {
      rangeBytes[i] = rangeBytes(parts.run(i));
      firstRange[i + 1] = firstRange[i] + Math.ceilDiv(parts.bytes(i), rangeBytes[i]);
    }
  }

  /// Short runs are not cut.
  private long rangeBytes(long run) {
    long bytes = PieceSize.of(plan());
    return run <= BitMover.SHORT_RUN ? bytes / run * run : bytes;
  }

  @Override
  public long pieces() {
    return firstRange[parts.count()];
  }

  @Override
  void carryOut(Call call, long range) {
    int found = Arrays.binarySearch(firstRange, range);
    int part = found >= 0 ? found : -found - 2;
    long begin = (range - firstRange[part]) * rangeBytes[part];
    parts.fill(call, part, begin, Math.min(parts.bytes(part), begin + rangeBytes[part]));
  }

  @Override
  public String action() {
    return "put each part together from its runs, %s KiB at a time"
        .formatted(PieceSize.of(plan()) >> 10);
  }

  @Override
  public String reason() {
    return "parts begin or end within a byte, rows are long";
  }
}
