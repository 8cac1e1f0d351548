package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
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

  /// Splits the data, whose pieces reach the sink part by part in order.
  ///
  /// @param plan what to do to the bytes as they stand in the file
  /// @param data is read from its beginning
  /// @param arena owns the windows
  public void carryOut(SplitPlan plan, Content data, PartSink sink, Arena arena)
      throws IOException {
    boolean whole = plan.isContiguous() || hasLongRuns(plan, data);
    long rows = whole ? 0 : RowFit.of(plan, rule.bytes(plan));
    try (Pass pass = data.begin()) {
      if (rows > 0) {
        new Windows(splitter, new Slab.Parts(plan), plan.rows(), rows)
            .carryOut(data, pass, sink, arena);
      } else if (plan.converts()) {
        runs(plan, pass, new ConvertingSink(plan, splitter, sink, arena), arena);
      } else {
        runs(plan, pass, sink, arena);
      }
    }
  }

  /// Whether the result of a stack reaches its sink from its first byte to its last, as part 0.
  /// Otherwise its parts do, each in order; as they do where they are pieces so long that they are
  /// worth a write of their own, and where deflated data would be unpacked in too many places.
  public boolean isInOrder(StackedPlan plan, Content data) {
    return plan.shape().volume() > 0 && (rows(plan) > 0 || isGathered(plan, data));
  }

  private long rows(StackedPlan plan) {
    return RowFit.of(plan, rule.bytes(plan.slices()));
  }

  /// Where elements begin within a byte, they can only be read from the first to the last.
  private boolean isGathered(StackedPlan plan, Content data) {
    long window = rule.bytes(plan.slices());
    return plan.slices().unit() == Unit.BYTE
        && RowFit.piecesInRow(plan) > 1
        && RowFit.pieces(plan, window) > 0
        && Gathering.fits(plan.slices(), data, window);
  }

  /// Splits the data, and stacks its parts.
  ///
  /// @param sink gets the result, see [#isInOrder]
  public void carryOut(StackedPlan plan, Content data, PartSink sink, Arena arena)
      throws IOException {
    SplitPlan slices = plan.slices();
    if (!isInOrder(plan, data)) {
      // A slab of all rows is the split alone.
      carryOut(slices.slab(slices.rows()), data, sink, arena);
    } else if (rows(plan) > 0) {
      try (Pass pass = data.begin()) {
        new Windows(splitter, new Slab.Stacked(plan), slices.rows(), rows(plan))
            .carryOut(data, pass, sink, arena);
      }
    } else {
      new Gathering(plan, splitter, rule.bytes(slices)).carryOut(data, sink, arena);
    }
  }

  /// Whether plain Java would only copy what the system can take from the mapping itself.
  private boolean hasLongRuns(SplitPlan plan, Content data) {
    return plan.unit() == Unit.BYTE
        && !plan.converts()
        && Windows.isDirect(splitter, data)
        && plan.partCount() <= turns
        && plan.row() / plan.partCount() >= LONG_RUN;
  }

  private static void runs(SplitPlan plan, Pass data, PartSink sink, Arena arena)
      throws IOException {
    if (plan.unit() == Unit.BIT) {
      new BitRuns(plan, sink, arena).carryOut(data);
      return;
    }
    for (long row = 0; row < plan.rows(); row++) {
      for (Part part : plan.parts()) {
        if (part.isWanted()) {
          run(part, data, sink);
        } else {
          data.skip(part.run());
        }
      }
    }
  }

  private static void run(Part part, Pass data, PartSink sink) throws IOException {
    for (long left = part.run(); left > 0; left -= LittleEndian.PIECE) {
      sink.append(part.index(), data.next(Math.min(left, LittleEndian.PIECE)));
    }
  }
}
