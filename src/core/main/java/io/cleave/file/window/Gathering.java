package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Stacking;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Stacks parts of which a row has many pieces, but of which no row fits a window: large planes
/// that become pixels. The data is read in as many places at once as there are parts, and the
/// result written from its first byte to its last.
final class Gathering {
  /// What a pass over deflated data takes besides its window: what is unpacked next, what nobody
  /// wants, and zlib's own. 4,000 of them took 776 MB.
  private static final long PASS = 192L << 10;

  private final StackedPlan plan;
  private final SplitPlan slices;
  private final Splitter splitter;

  /// The parts of the result in its order.
  private final List<Part> order;

  /// The elements of a piece, the same for all parts.
  private final long piece;

  /// The bytes of the data that a piece of one part takes, eight times.
  private final long eightPieces;

  /// How many pieces of each part are taken at once.
  private final long atOnce;

  /// @param splitter stays open
  /// @param window the bytes of what is read at once, and of what is made of it; they hold at least
  ///   one piece of each part, see [RowFit#pieces]
  Gathering(StackedPlan plan, Splitter splitter, long window) {
    this.plan = plan;
    this.slices = plan.slices();
    this.splitter = splitter;
    Stacking stacking = plan.stacking();
    this.order =
        wanted(slices)
            .sorted(Comparator.comparingLong(part -> stacking.start(part.index())))
            .toList();
    this.piece = stacking.length(order.getFirst().index());
    this.eightPieces = piece * slices.type().bits();
    this.atOnce = RowFit.pieces(plan, window);
  }

  private static Stream<Part> wanted(SplitPlan slices) {
    return slices.parts().stream().filter(Part::isWanted);
  }

  /// Whether a pass for each part takes no more than a window does, all of them together.
  static boolean fits(SplitPlan slices, Content data, long window) {
    return !data.isDeflated() || wanted(slices).count() <= window / PASS;
  }

  /// @param data is read from its beginning, once for each part
  /// @param arena owns the windows
  void carryOut(Content data, PartSink sink, Arena arena) throws IOException {
    MemorySegment read = arena.allocate(bytesOf(atOnce) * order.size(), Long.BYTES);
    MemorySegment made = arena.allocate(slab(atOnce).bytes(), Long.BYTES);
    List<Pass> passes = new ArrayList<>();
    try {
      for (Part part : order) {
        Pass pass = data.begin();
        passes.add(pass);
        pass.skip(part.offset());
      }
      for (long row = 0; row < slices.rows(); row++) {
        row(passes, read, made, sink);
        for (int i = 0; i < passes.size() && row + 1 < slices.rows(); i++) {
          passes.get(i).skip(slices.row() - order.get(i).run());
        }
      }
    } finally {
      for (Pass pass : passes) {
        pass.close();
      }
    }
  }

  private void row(List<Pass> passes, MemorySegment read, MemorySegment made, PartSink sink)
      throws IOException {
    long pieces = RowFit.piecesInRow(plan);
    for (long done = 0; done < pieces; done += atOnce) {
      long count = Math.min(atOnce, pieces - done);
      long bytes = bytesOf(count);
      for (int i = 0; i < passes.size(); i++) {
        MemorySegment.copy(passes.get(i).next(bytes), 0, read, i * bytes, bytes);
      }
      StackedPlan slab = slab(count);
      MemorySegment result = made.asSlice(0, slab.bytes());
      splitter.split(slab, read.asSlice(0, bytes * order.size()), result);
      sink.append(0, result);
    }
  }

  private long bytesOf(long pieces) {
    return eightPieces * pieces / Byte.SIZE;
  }

  /// What is done to so many pieces of each part, which stand one part behind the other.
  private StackedPlan slab(long pieces) {
    SplitPlan ones =
        SplitPlan.intoEqualParts(
            Shape.of(order.size(), pieces, piece), slices.type(), 0, order.size());
    return slices
        .conversion()
        .map(rule -> ones.converted(rule.ofParts(indices())))
        .orElse(ones)
        .stacked(1);
  }

  private int[] indices() {
    return order.stream().mapToInt(Part::index).toArray();
  }
}
