package io.cleave.file.window;

import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.Geometry;
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
  private final Geometry geometry;
  private final BitStream[] streams;

  /// @param arena owns the buffer
  BitRuns(SplitPlan plan, PartSink sink, Arena arena) {
    this.geometry = plan.geometry();
    boolean highFirst = plan.data().type().isMostSignificantFirst();
    // One buffer for all: it is emptied into the sink before another part uses it.
    MemorySegment buffer = arena.allocate(LittleEndian.PIECE / 8);
    this.streams = new BitStream[plan.partCount()];
    for (Part part : plan.parts()) {
      streams[part.index()] = new BitStream(part.index(), highFirst, buffer, sink);
    }
  }

  /// Reads the data from its first byte to its last.
  void carryOut(Pass data) throws IOException {
    long bits = geometry.rows() * geometry.row();
    int piece = 0;
    long row = 0;
    for (long begin = 0; begin < bits; begin += LittleEndian.PIECE) {
      long end = Math.min(begin + LittleEndian.PIECE, bits);
      MemorySegment read = data.next(Math.ceilDiv(end - begin, Byte.SIZE));
      while (row < bits && row + geometry.offset(piece) < end) {
        long from = Math.max(begin, row + geometry.offset(piece));
        long to = row + geometry.offset(piece) + geometry.run(piece);
        streams[geometry.output(piece)].append(read, from - begin, Math.min(to, end) - from);
        if (to > end) {
          break;
        }
        piece = piece + 1 == geometry.pieces() ? 0 : piece + 1;
        row += piece == 0 ? geometry.row() : 0;
      }
    }
    for (BitStream stream : streams) {
      stream.finish();
    }
  }
}
