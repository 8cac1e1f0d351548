package io.cleave.file.window;

import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.BitOrder;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Splits rows of bits that are larger than any window: the data is one stream of bits, cut into
/// runs, and each part's runs are shifted together.
///
/// In this, too, a part's file gets its bytes in order. A part holds back fewer than eight bits
/// between two runs.
final class BitRuns {
  private final SplitPlan plan;
  private final BitStream[] streams;

  /// @param arena owns the buffer
  BitRuns(SplitPlan plan, PartSink sink, Arena arena) {
    this.plan = plan;
    BitOrder order = plan.type().bitOrder();
    // One buffer for all: it is emptied into the sink before another part uses it.
    MemorySegment buffer = arena.allocate(LittleEndian.PIECE / 8);
    this.streams = new BitStream[plan.partCount()];
    for (Part part : plan.parts()) {
      streams[part.index()] = new BitStream(part.index(), order, buffer, sink);
    }
  }

  /// Reads the data from its first byte to its last.
  void carryOut(Pass data) throws IOException {
    long bits = plan.rows() * plan.row();
    int part = 0;
    long leftOfRun = plan.part(0).run();
    for (long begin = 0; begin < bits; begin += LittleEndian.PIECE) {
      long here = Math.min(LittleEndian.PIECE, bits - begin);
      MemorySegment piece = data.next(Math.ceilDiv(here, Byte.SIZE));
      long at = 0;
      while (at < here) {
        if (leftOfRun == 0) {
          part = part + 1 == plan.partCount() ? 0 : part + 1;
          leftOfRun = plan.part(part).run();
          continue;
        }
        long taken = Math.min(leftOfRun, here - at);
        if (plan.part(part).isWanted()) {
          streams[part].append(piece, at, taken);
        }
        at += taken;
        leftOfRun -= taken;
      }
    }
    for (BitStream stream : streams) {
      stream.finish();
    }
  }
}
