package io.cleave.cpu;

import io.cleave.cpu.loops.BitKernels;
import io.cleave.cpu.loops.BitMover;
import io.cleave.cpu.loops.BitStrip;
import io.cleave.cpu.loops.PlainBits;
import io.cleave.plan.BitOrder;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The parts of a plan that counts bits, and what fills them.
final class BitParts {
  private final BitStrip[] strips;
  private final Bound<BitKernels, BitMover[]> bound;

  BitParts(SplitPlan plan, MovedParts moved) {
    BitOrder order = plan.type().bitOrder();
    this.strips = new BitStrip[moved.count()];
    Arrays.setAll(
        strips, i -> new BitStrip(order, plan.row(), moved.offset(i), moved.run(i), plan.rows()));
    this.bound = new Bound<>(this::movers);
  }

  private BitMover[] movers(BitKernels kernels) {
    BitMover[] movers = new BitMover[strips.length];
    Arrays.setAll(movers, i -> kernels.mover(strips[i]));
    return movers;
  }

  int count() {
    return strips.length;
  }

  /// How many bits of each row belong to the part.
  long run(int part) {
    return strips[part].run();
  }

  /// All bytes of the part.
  long bytes(int part) {
    return bytes(part, strips[part].rows());
  }

  private long bytes(int part, long rows) {
    return Math.ceilDiv(rows * strips[part].run(), Byte.SIZE);
  }

  /// Fills what rows `first` to `end - 1` have of each part; `first` is a multiple of 8.
  void fillRows(Call call, long first, long end) {
    for (int i = 0; i < strips.length; i++) {
      fill(call, i, bytes(i, first), bytes(i, end));
    }
  }

  /// Fills bytes `begin` to `end - 1` of one part.
  void fill(Call call, int part, long begin, long end) {
    MemorySegment target = call.targets()[part];
    BitMover[] movers = bound.of(PlainBits.BY_KIND, call, target.getClass());
    movers[part].fill(call.data(), target, begin, end);
  }
}
