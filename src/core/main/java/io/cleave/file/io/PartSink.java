package io.cleave.file.io;

import io.cleave.file.format.StoredLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes the bytes of each part from the first to the last, and writes them to the part's region,
/// or compares them with what is there.
///
/// Used by one thread at a time.
final class PartSink {
  /// One piece for the system at a time: bounds how long the end of the process has to wait.
  private static final long SYSTEM_PIECE = 64L << 20;

  private final List<PartRegion> regions;
  private final StoredLayout made;
  private final Progress progress;
  private final Arena arena;
  private final boolean checks;
  private @Nullable MemorySegment swapped;
  private @Nullable MemorySegment read;

  /// @param regions one for each part
  /// @param made the order of the bytes that come
  /// @param arena owns the buffers
  /// @param checks true to compare, false to write
  PartSink(
      List<PartRegion> regions, StoredLayout made, Progress progress, Arena arena, boolean checks) {
    this.regions = regions;
    this.made = made;
    this.progress = progress;
    this.arena = arena;
    this.checks = checks;
  }

  /// Takes the next bytes of a part, whole elements.
  ///
  /// @throws WrongPartException if they differ from what is there
  void append(int part, MemorySegment bytes) throws IOException {
    for (long from = 0; from < bytes.byteSize(); from += OutputFile.PIECE) {
      long size = Math.min(OutputFile.PIECE, bytes.byteSize() - from);
      MemorySegment piece = bytes.asSlice(from, size);
      // Heap memory may have elements that are no bytes.
      if (!made.isLittleEndian() || !piece.isNative()) {
        swapped = buffer(swapped, size);
        toLittleEndian(made, piece, swapped.asSlice(0, size));
        piece = swapped.asSlice(0, size);
      }
      if (checks) {
        read = buffer(read, size);
        regions.get(part).check(part, piece, read.asSlice(0, size));
      } else {
        regions.get(part).append(piece);
      }
      progress.advance(size);
    }
  }

  /// True if the system may copy parts from file to file, unseen.
  boolean takesUnseen() {
    return !checks && made.isLittleEndian() && regions.stream().allMatch(PartRegion::takesUnseen);
  }

  /// Has the system copy the next bytes of a part.
  ///
  /// @return false if the file ends before
  boolean transfer(int part, FileChannel source, long from, long bytes) throws IOException {
    for (long done = 0; done < bytes; done += SYSTEM_PIECE) {
      long piece = Math.min(SYSTEM_PIECE, bytes - done);
      if (regions.get(part).transfer(source, from + done, piece) < piece) {
        return false;
      }
      progress.advance(piece);
    }
    return true;
  }

  /// Copies elements to the order of bytes that Cleave computes with and writes.
  static void toLittleEndian(StoredLayout from, MemorySegment source, MemorySegment target) {
    ValueLayout element =
        switch (from.type().bits()) {
          case Long.SIZE -> ValueLayout.JAVA_LONG_UNALIGNED;
          case Integer.SIZE -> ValueLayout.JAVA_INT_UNALIGNED;
          case Short.SIZE -> ValueLayout.JAVA_SHORT_UNALIGNED;
          default -> ValueLayout.JAVA_BYTE;
        };
    MemorySegment.copy(
        source,
        element.withOrder(from.byteOrder()),
        0,
        target,
        element.withOrder(ByteOrder.LITTLE_ENDIAN),
        0,
        source.byteSize() / element.byteSize());
  }

  /// Doubled, since an arena gives nothing back before its end; most tensors are small.
  private MemorySegment buffer(@Nullable MemorySegment known, long bytes) {
    if (known != null && known.byteSize() >= bytes) {
      return known;
    }
    long twice = known == null ? 0 : 2 * known.byteSize();
    return arena.allocate(Math.max(bytes, Math.min(OutputFile.PIECE, twice)), Long.BYTES);
  }
}
