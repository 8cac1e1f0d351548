package io.cleave.file.stored;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Native memory for one piece after the other, no larger than the pieces are: a piece may have
/// megabytes, and most tensors are small.
///
/// Not safe for use by many threads.
public final class Staging {
  private final Arena arena;
  private @Nullable MemorySegment buffer;

  /// @param arena owns the memory
  public Staging(Arena arena) {
    this.arena = arena;
  }

  /// Memory for a piece, good until the next call.
  public MemorySegment of(long bytes) {
    MemorySegment known = buffer;
    if (known == null || known.byteSize() < bytes) {
      // Doubled, since an arena gives nothing back before its end.
      long twice = known == null ? 0 : 2 * known.byteSize();
      known = arena.allocate(Math.max(bytes, Math.min(LittleEndian.PIECE, twice)), Long.BYTES);
      buffer = known;
    }
    return known.asSlice(0, bytes);
  }
}
