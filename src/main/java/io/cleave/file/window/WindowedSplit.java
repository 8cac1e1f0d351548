package io.cleave.file.window;

import io.cleave.backend.Device;
import io.cleave.backend.Splitter;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
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
    long rows = whole ? 0 : rowsAtOnce(plan, rule.bytes(plan));
    try (Pass pass = data.begin()) {
      if (rows > 0) {
        windows(plan, rows, data, pass, sink, arena);
      } else if (plan.unit() == Unit.BIT) {
        new BitRuns(plan, sink, arena).carryOut(pass);
      } else {
        runs(plan, pass, sink);
      }
    }
  }

  /// Whether plain Java would only copy what the system can take from the mapping itself.
  private boolean hasLongRuns(SplitPlan plan, Content data) {
    return plan.unit() == Unit.BYTE
        && isDirect(data)
        && plan.partCount() <= turns
        && plan.row() / plan.partCount() >= LONG_RUN;
  }

  /// How many rows fit a window of so many bytes. Windows of bits begin and end on whole bytes, and
  /// so do all their parts: their rows come in eights.
  private static long rowsAtOnce(SplitPlan plan, long bytes) {
    if (plan.unit() != Unit.BIT) {
      return Math.min(plan.rows(), bytes / plan.row());
    }
    long rows = bytes * Byte.SIZE / plan.row();
    return rows >= plan.rows() ? plan.rows() : rows - rows % Byte.SIZE;
  }

  private static void runs(SplitPlan plan, Pass data, PartSink sink) throws IOException {
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

  private void windows(
      SplitPlan plan, long rows, Content data, Pass pass, PartSink sink, Arena arena)
      throws IOException {
    Window one = Window.allocate(plan.slab(rows), arena);
    if (rows == plan.rows()) {
      one.fill(splitter, pass.next(plan.bytes()));
      one.empty(sink);
      return;
    }
    Window other = Window.allocate(one.slab(), arena);
    // Closed in reverse order, and the arena after both: no thread is left that uses its memory.
    try (WindowSource source = source(plan, one.slab(), data, pass, arena);
        Background writer = new Background("cleave-write")) {
      for (long row = 0; row < plan.rows(); row += rows) {
        long left = plan.rows() - row;
        Window window = left < rows ? one.shortened(plan.slab(left)) : one;
        window.fill(splitter, source.next(window.slab().bytes()));
        writer.run(() -> window.empty(sink));
        one = other;
        other = window;
      }
      writer.await();
    }
  }

  /// A page of a mapped file that is gone is an error to Java, and the end of the process to a
  /// driver. What must be inflated first is worth another thread.
  private WindowSource source(SplitPlan plan, SplitPlan slab, Content data, Pass pass, Arena arena)
      throws IOException {
    boolean direct = data instanceof MappedContent && splitter.device().kind() == Device.Kind.JAVA;
    return direct ? WindowSource.of(pass) : new ReadAhead(pass, slab.bytes(), plan.bytes(), arena);
  }

  private boolean isDirect(Content data) {
    return data instanceof MappedContent && splitter.device().kind() == Device.Kind.JAVA;
  }
}
