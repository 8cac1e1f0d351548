package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.Cut;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Stacks slices of which a row has many chunks, but of which no row fits a window: large planes
/// that become pixels. The data is read in as many places at once as there are slices, and the
/// result written from its first byte to its last.
final class Gathering {
  /// What a pass over deflated data takes besides its window: what is unpacked next, what nobody
  /// wants, and zlib's own. 4,000 of them took 776 MB.
  private static final long PASS = 192L << 10;

  private final SplitPlan plan;
  private final Splitter splitter;

  /// The runs of the slices as they stand in the data.
  private final Geometry runs;

  /// How many chunks a run has.
  private final long chunks;

  /// How many chunks of each slice are taken at once.
  private final long atOnce;

  /// @param plan stacks slices of equal lengths that consist of bytes
  /// @param splitter stays open
  /// @param window the bytes of what is read at once, and of what is made of it; they hold at least
  ///   one chunk of each slice, see [RowFit#chunks]
  Gathering(SplitPlan plan, Splitter splitter, long window) {
    this.plan = plan;
    this.splitter = splitter;
    this.runs = plan.unstacked().geometry();
    this.chunks = RowFit.chunksOfRun(plan);
    this.atOnce = RowFit.chunks(plan, window);
  }

  /// True if the passes over deflated data, one for each slice, take no more than a window.
  static boolean fits(SplitPlan plan, Content data, long window) {
    return !data.isDeflated() || plan.geometry().pieces() <= window / PASS;
  }

  /// @param data is read from its beginning, once for each slice
  /// @param arena owns the windows
  void carryOut(Content data, PartSink sink, Arena arena) throws IOException {
    SplitPlan most = slab(atOnce);
    MemorySegment read = arena.allocate(most.data().bytes(), Long.BYTES);
    MemorySegment made = arena.allocate(most.part(0).bytes(), Long.BYTES);
    List<Pass> passes = new ArrayList<>();
    try {
      for (long start : starts()) {
        Pass pass = data.begin();
        passes.add(pass);
        pass.skip(start);
      }
      for (long row = 0; row < runs.rows(); row++) {
        row(passes, read, made, sink);
        for (int i = 0; i < passes.size() && row + 1 < runs.rows(); i++) {
          passes.get(i).skip(runs.row() - runs.run(i));
        }
      }
    } finally {
      for (Pass pass : passes) {
        pass.close();
      }
    }
  }

  /// Where the slices begin in the data, in their order in the result.
  private long[] starts() {
    long[] starts = new long[runs.pieces()];
    for (int i = 0; i < starts.length; i++) {
      starts[runs.slice(i)] = runs.offset(i);
    }
    return starts;
  }

  private void row(List<Pass> passes, MemorySegment read, MemorySegment made, PartSink sink)
      throws IOException {
    for (long done = 0; done < chunks; done += atOnce) {
      SplitPlan slab = slab(Math.min(atOnce, chunks - done));
      MemorySegment bytes = read.asSlice(0, slab.data().bytes());
      long each = bytes.byteSize() / passes.size();
      for (int i = 0; i < passes.size(); i++) {
        MemorySegment.copy(passes.get(i).next(each), 0, bytes, i * each, each);
      }
      MemorySegment result = made.asSlice(0, slab.part(0).bytes());
      splitter.split(slab, bytes, result);
      sink.append(0, result);
    }
  }

  /// Plan for `count` chunks of each slice, which stand slice by slice in the window.
  private SplitPlan slab(long count) {
    long slices = runs.pieces();
    long chunk = plan.part(0).shape().elements() / plan.rows() / chunks / slices;
    Layout read = Layout.of(plan.data().type(), slices, count, chunk);
    SplitPlan ones = SplitPlan.of(read, 0, Cut.intoEqualParts(slices));
    return plan.conversion().map(ones::converted).orElse(ones).stacked(1);
  }
}
