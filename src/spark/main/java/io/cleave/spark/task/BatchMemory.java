package io.cleave.spark.task;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Native memory for the data of a batch and for its parts, used again by the next one.
final class BatchMemory implements AutoCloseable {
  private static final long ALIGNMENT = 64;

  private Arena arena = Arena.ofShared();
  private MemorySegment all = MemorySegment.NULL;
  private boolean closed;

  /// Room for pieces of these sizes, the first for the data. What was given before is overwritten.
  List<MemorySegment> take(List<Long> sizes) {
    if (closed) {
      throw new IllegalStateException("the task is over; its rows cannot be read any more");
    }
    long needed = sizes.stream().mapToLong(BatchMemory::aligned).reduce(0, Math::addExact);
    if (all.byteSize() < needed) {
      arena.close();
      arena = Arena.ofShared();
      all = arena.allocate(needed, ALIGNMENT);
    }
    List<MemorySegment> pieces = new ArrayList<>(sizes.size());
    long at = 0;
    for (long size : sizes) {
      pieces.add(all.asSlice(at, size));
      at += aligned(size);
    }
    return pieces;
  }

  private static long aligned(long size) {
    return Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }
}
