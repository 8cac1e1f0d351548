package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice;
import java.io.IOException;
import java.lang.foreign.Arena;

/// Takes the data as many rows at a time as fit, and hands what is made of them on while the next
/// ones are split.
///
/// @param splitter stays open
/// @param all the plan of all rows
/// @param atOnce how many fit
record Windows(Splitter splitter, SplitPlan all, long atOnce) {
  /// @param data what the pass reads
  /// @param arena owns the windows
  void carryOut(Content data, Pass pass, PartSink sink, Arena arena) throws IOException {
    long total = all.rows();
    if (atOnce == total) {
      Window whole = Window.allocate(all, arena);
      whole.fill(splitter, pass.next(all.data().bytes()));
      whole.empty(sink);
      return;
    }
    Window one = Window.allocate(all.slab(atOnce), arena);
    Window other = Window.allocate(one.slab(), arena);
    // Closed in reverse order, and the arena after both: no thread is left that uses its memory.
    try (WindowSource source = source(one.slab(), data, pass, arena);
        Background writer = new Background("cleave-write")) {
      for (long row = 0; row < total; row += atOnce) {
        long left = total - row;
        Window window = left < atOnce ? one.shortened(all.slab(left)) : one;
        window.fill(splitter, source.next(window.slab().data().bytes()));
        writer.run(() -> window.empty(sink));
        one = other;
        other = window;
      }
      writer.await();
    }
  }

  /// A page of a mapped file that is gone is an error to Java, and the end of the process to a
  /// driver. What must be inflated first is worth another thread.
  private WindowSource source(SplitPlan slab, Content data, Pass pass, Arena arena)
      throws IOException {
    return isDirect(splitter, data)
        ? WindowSource.of(pass)
        : new ReadAhead(pass, slab.data().bytes(), all.data().bytes(), arena);
  }

  /// Whether plain Java reads the mapping itself.
  static boolean isDirect(Splitter splitter, Content data) {
    return data instanceof MappedContent && KnownDevice.isJava(splitter.device());
  }
}
