package io.cleave.file.window;

import io.cleave.Splitter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Memory for what is made of so many rows.
///
/// @param slab what is made of these rows
/// @param outputs one for each output; null where it is not wanted
record Window(Slab slab, List<@Nullable MemorySegment> outputs) {
  /// Outputs begin here within the window: aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// What that may add, of all bytes: of many short outputs it would be a multiple of them.
  private static final long LARGEST_SHARE = 64;

  /// @param arena owns the memory
  static Window allocate(Slab slab, Arena arena) {
    long[] sizes = slab.outputs().toArray();
    long bytes = bytes(sizes, 1);
    long aligned = bytes(sizes, ALIGNMENT);
    long alignment = aligned - bytes <= bytes / LARGEST_SHARE ? ALIGNMENT : 1;
    MemorySegment window = arena.allocate(bytes(sizes, alignment), ALIGNMENT);
    List<@Nullable MemorySegment> outputs = new ArrayList<>(sizes.length);
    long at = 0;
    for (long size : sizes) {
      outputs.add(size == Slab.UNWANTED ? null : window.asSlice(at, size));
      at += aligned(size, alignment);
    }
    return new Window(slab, outputs);
  }

  private static long bytes(long[] sizes, long alignment) {
    return LongStream.of(sizes).map(size -> aligned(size, alignment)).sum();
  }

  private static long aligned(long size, long alignment) {
    return size == Slab.UNWANTED ? 0 : Math.ceilDiv(size, alignment) * alignment;
  }

  /// The same memory for fewer rows.
  Window shortened(Slab fewer) {
    long[] sizes = fewer.outputs().toArray();
    List<@Nullable MemorySegment> shorter = new ArrayList<>(sizes.length);
    for (int i = 0; i < sizes.length; i++) {
      MemorySegment bytes = outputs.get(i);
      shorter.add(bytes == null ? null : bytes.asSlice(0, sizes[i]));
    }
    return new Window(fewer, shorter);
  }

  /// Splits these rows.
  void fill(Splitter splitter, MemorySegment data) {
    slab.split(splitter, data, outputs);
  }

  /// Hands the outputs on.
  void empty(PartSink sink) throws IOException {
    for (int i = 0; i < outputs.size(); i++) {
      MemorySegment bytes = outputs.get(i);
      if (bytes != null) {
        sink.append(i, bytes);
      }
    }
  }
}
