package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Memory for what is made of so many rows.
///
/// @param slab the plan of these rows
/// @param outputs one for each part
record Window(SplitPlan slab, List<MemorySegment> outputs) {
  /// Outputs begin here within the window: aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// What that may add, of all bytes: of many short outputs it would be a multiple of them.
  private static final long LARGEST_SHARE = 64;

  /// @param arena owns the memory
  static Window allocate(SplitPlan slab, Arena arena) {
    long[] sizes = sizes(slab);
    long bytes = bytes(sizes, 1);
    long aligned = bytes(sizes, ALIGNMENT);
    long alignment = aligned - bytes <= bytes / LARGEST_SHARE ? ALIGNMENT : 1;
    MemorySegment window = arena.allocate(bytes(sizes, alignment), ALIGNMENT);
    List<MemorySegment> outputs = new ArrayList<>(sizes.length);
    long at = 0;
    for (long size : sizes) {
      outputs.add(window.asSlice(at, size));
      at += aligned(size, alignment);
    }
    return new Window(slab, outputs);
  }

  private static long[] sizes(SplitPlan slab) {
    return slab.parts().stream().mapToLong(Part::bytes).toArray();
  }

  private static long bytes(long[] sizes, long alignment) {
    return LongStream.of(sizes).map(size -> aligned(size, alignment)).sum();
  }

  private static long aligned(long size, long alignment) {
    return Math.ceilDiv(size, alignment) * alignment;
  }

  /// The same memory for fewer rows.
  Window shortened(SplitPlan fewer) {
    List<MemorySegment> shorter = new ArrayList<>(outputs.size());
    for (Part part : fewer.parts()) {
      shorter.add(outputs.get(part.index()).asSlice(0, part.bytes()));
    }
    return new Window(fewer, shorter);
  }

  /// Splits these rows.
  void fill(Splitter splitter, MemorySegment data) {
    splitter.split(slab, data, outputs);
  }

  /// Hands the outputs on.
  void empty(PartSink sink) throws IOException {
    for (int i = 0; i < outputs.size(); i++) {
      sink.append(i, outputs.get(i));
    }
  }
}
