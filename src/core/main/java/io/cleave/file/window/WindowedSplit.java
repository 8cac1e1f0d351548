package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.io.IOException;
import java.lang.foreign.Arena;

/// Carries a plan out on data of any size in bounded memory, from its first byte to its last.
///
/// | the plan | what is done |
/// |---|---|
/// | every part is one piece of the data, or a row is larger than the window, or plain Java would split long runs | each run of each row goes from the data to its file |
/// | the same, and parts begin within a byte | [BitRuns] shifts each run to its place |
/// | the same, and parts are converted | [ConvertingSink] converts each piece on its way |
/// | a row fits the window | as many rows as fit are split into buffers, which go to the files while the next rows are split |
/// | the plan is stacked, and no row fits | [Gathering], or the plan of its slices |
public final class WindowedSplit {
  /// Written run by run, 2 GiB in four parts took, of the time in windows, 0.2 in runs of 1 MiB,
  /// 0.35 of 64 KiB, 0.8 of 16 KiB, and as long of 4 KiB; two cores, files cached, medians.
  private static final long LONG_RUN = 16L << 10;

  private final Splitter splitter;
  private final WindowRule rule;
  private final int turns;

  /// @param splitter stays open
  /// @param turns how many parts a sink takes in turns of one run each; with more, every turn would
  ///   cost it the opening of a file
  public WindowedSplit(Splitter splitter, WindowRule rule, int turns) {
    this.splitter = splitter;
    this.rule = rule;
    this.turns = turns;
  }

  /// Splits the data, whose pieces reach the sink part by part in order; or slice by slice, if the
  /// plan is stacked and not in order.
  ///
  /// @param plan what to do to the bytes as they stand in the file
  /// @param data is read from its beginning
  /// @param sink gets parts, or slices, see [#isInOrder]
  /// @param arena owns the windows
  public void carryOut(SplitPlan plan, Content data, PartSink sink, Arena arena)
      throws IOException {
    if (plan.isStacked() && !isInOrder(plan, data)) {
      carryOut(plan.unstacked(), data, sink, arena);
      return;
    }
    long rows = isByRuns(plan, data) ? 0 : rows(plan);
    if (rows == 0 && plan.isStacked()) {
      new Gathering(plan, splitter, rule.bytes(plan)).carryOut(data, sink, arena);
      return;
    }
    try (Pass pass = data.begin()) {
      if (rows > 0) {
        new Windows(splitter, plan, rows).carryOut(data, pass, sink, arena);
      } else if (plan.conversion().isPresent()) {
        runs(plan, pass, new ConvertingSink(plan, splitter, sink, arena), arena);
      } else {
        runs(plan, pass, sink, arena);
      }
    }
  }

  /// True if the result of a stack reaches its sink from its first byte to its last, as part 0.
  /// Otherwise its slices do, each in order: where they are pieces so long that they are worth a
  /// write of their own, and where deflated data would be unpacked in too many places.
  public boolean isInOrder(SplitPlan plan, Content data) {
    return !plan.part(0).isEmpty() && (rows(plan) > 0 || isGathered(plan, data));
  }

  private long rows(SplitPlan plan) {
    return RowFit.of(plan, rule.bytes(plan));
  }

  /// Where elements begin within a byte, they can only be read from the first to the last.
  private boolean isGathered(SplitPlan plan, Content data) {
    long window = rule.bytes(plan);
    return plan.unstacked().geometry().unit() == Unit.BYTE
        && RowFit.chunksOfRun(plan) > 1
        && RowFit.chunks(plan, window) > 0
        && Gathering.fits(plan, data, window);
  }

  /// True if each part is one piece of the data, or plain Java would only copy what the system can
  /// take from the mapping itself.
  private boolean isByRuns(SplitPlan plan, Content data) {
    return !plan.isStacked()
        && (plan.parts().stream().allMatch(Part::isContiguous) || hasLongRuns(plan, data));
  }

  private boolean hasLongRuns(SplitPlan plan, Content data) {
    return plan.geometry().unit() == Unit.BYTE
        && plan.conversion().isEmpty()
        && Windows.isDirect(splitter, data)
        && plan.partCount() <= turns
        && RowFit.madeOfRow(plan) / plan.geometry().pieces() >= LONG_RUN;
  }

  private static void runs(SplitPlan plan, Pass data, PartSink sink, Arena arena)
      throws IOException {
    Geometry geometry = plan.geometry();
    if (geometry.unit() == Unit.BIT) {
      new BitRuns(plan, sink, arena).carryOut(data);
      return;
    }
    for (long row = 0; row < geometry.rows(); row++) {
      long at = 0;
      for (int i = 0; i < geometry.pieces(); i++) {
        data.skip(geometry.offset(i) - at);
        run(geometry.run(i), geometry.output(i), data, sink);
        at = geometry.offset(i) + geometry.run(i);
      }
      data.skip(geometry.row() - at);
    }
  }

  private static void run(long bytes, int part, Pass data, PartSink sink) throws IOException {
    for (long left = bytes; left > 0; left -= LittleEndian.PIECE) {
      sink.append(part, data.next(Math.min(left, LittleEndian.PIECE)));
    }
  }
}
