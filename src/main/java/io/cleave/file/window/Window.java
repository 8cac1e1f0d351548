package io.cleave.file.window;

import io.cleave.backend.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Memory for the parts of so many rows.
///
/// @param slab the plan for these rows
/// @param parts one for each part; null where it is not wanted
record Window(SplitPlan slab, List<@Nullable MemorySegment> parts) {
  /// Parts begin here within the window: aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// @param arena owns the memory
  static Window allocate(SplitPlan slab, Arena arena) {
    long bytes = slab.parts().stream().mapToLong(Window::aligned).sum();
    MemorySegment window = arena.allocate(bytes, ALIGNMENT);
    List<@Nullable MemorySegment> parts = new ArrayList<>(slab.partCount());
    long at = 0;
    for (Part part : slab.parts()) {
      parts.add(part.isWanted() ? window.asSlice(at, part.bytes()) : null);
      at += aligned(part);
    }
    return new Window(slab, parts);
  }

  private static long aligned(Part part) {
    return part.isWanted() ? Math.ceilDiv(part.bytes(), ALIGNMENT) * ALIGNMENT : 0;
  }

  /// The same memory for fewer rows.
  Window shortened(SplitPlan fewer) {
    List<@Nullable MemorySegment> shorter = new ArrayList<>(parts.size());
    for (Part part : fewer.parts()) {
      MemorySegment bytes = parts.get(part.index());
      shorter.add(bytes == null ? null : bytes.asSlice(0, part.bytes()));
    }
    return new Window(fewer, shorter);
  }

  /// Splits these rows.
  void fill(Splitter splitter, MemorySegment data) {
    splitter.split(slab, data, parts);
  }

  /// Hands the parts on.
  void empty(PartSink sink) throws IOException {
    for (int part = 0; part < parts.size(); part++) {
      MemorySegment bytes = parts.get(part);
      if (bytes != null) {
        sink.append(part, bytes);
      }
    }
  }
}
