package io.cleave.file;

import io.cleave.backend.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries a plan out on data of any size in bounded memory, from its first byte to its last.
///
/// | the plan | what is done |
/// |---|---|
/// | every part is one piece of the data, or a row is larger than the window | each run of each row goes from the data to its file |
/// | a row fits the window | as many rows as fit are split into buffers, which go to the files |
final class WindowedSplit {
  /// Parts begin here within the window: aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  private final Splitter splitter;
  private final long windowBytes;

  WindowedSplit(Splitter splitter, long windowBytes) {
    this.splitter = splitter;
    this.windowBytes = windowBytes;
  }

  /// Splits the data, whose pieces reach the sink part by part in order.
  ///
  /// @param plan what to do to the bytes as they stand in the file
  /// @param arena owns the window
  void carryOut(SplitPlan plan, Pass data, PartSink sink, Arena arena) throws IOException {
    if (plan.isContiguous() || plan.row() > windowBytes) {
      runs(plan, data, sink);
    } else {
      windows(plan, data, sink, arena);
    }
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
    for (long left = part.run(); left > 0; left -= PartSink.PIECE) {
      sink.append(part.index(), data.next(Math.min(left, PartSink.PIECE)));
    }
  }

  private void windows(SplitPlan plan, Pass data, PartSink sink, Arena arena) throws IOException {
    long rows = Math.min(plan.rows(), windowBytes / plan.row());
    SplitPlan slab = plan.slab(rows);
    List<@Nullable MemorySegment> parts = allocate(slab, arena);
    for (long row = 0; row < plan.rows(); row += rows) {
      if (plan.rows() - row < rows) {
        slab = plan.slab(plan.rows() - row);
        parts = shortened(slab, parts);
      }
      splitter.split(slab, data.next(slab.bytes()), parts);
      for (Part part : slab.parts()) {
        MemorySegment bytes = parts.get(part.index());
        if (bytes != null) {
          sink.append(part.index(), bytes);
        }
      }
    }
  }

  private static List<@Nullable MemorySegment> allocate(SplitPlan slab, Arena arena) {
    long bytes = slab.parts().stream().mapToLong(WindowedSplit::aligned).sum();
    MemorySegment window = arena.allocate(bytes, ALIGNMENT);
    List<@Nullable MemorySegment> parts = new ArrayList<>(slab.partCount());
    long at = 0;
    for (Part part : slab.parts()) {
      parts.add(part.isWanted() ? window.asSlice(at, part.bytes()) : null);
      at += aligned(part);
    }
    return parts;
  }

  private static long aligned(Part part) {
    return part.isWanted() ? Math.ceilDiv(part.bytes(), ALIGNMENT) * ALIGNMENT : 0;
  }

  private static List<@Nullable MemorySegment> shortened(
      SplitPlan slab, List<@Nullable MemorySegment> parts) {
    List<@Nullable MemorySegment> shorter = new ArrayList<>(parts.size());
    for (Part part : slab.parts()) {
      MemorySegment bytes = parts.get(part.index());
      shorter.add(bytes == null ? null : bytes.asSlice(0, part.bytes()));
    }
    return shorter;
  }
}
