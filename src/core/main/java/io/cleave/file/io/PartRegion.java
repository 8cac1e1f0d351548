package io.cleave.file.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The bytes of an output file that a part takes, written from the first to the last: one piece, or
/// pieces of equal length at equal distances.
///
/// Used by one thread at a time; regions of one file may be used by several.
final class PartRegion {
  private static final long BUFFER = 1L << 20;

  private final OutputFile file;
  private final long begin;
  private final long bytes;
  private final long piece;
  private final long stride;
  private final @Nullable CRC32 checksum;
  private long filled;
  private long checked;

  private PartRegion(
      OutputFile file, long begin, long bytes, long piece, long stride, @Nullable CRC32 checksum) {
    this.file = file;
    this.begin = begin;
    this.bytes = bytes;
    this.piece = Math.max(1, piece);
    this.stride = stride;
    this.checksum = checksum;
  }

  /// A region in one piece.
  ///
  /// @param begin where it begins in the file
  /// @param checksum is updated with what is written; null if there is none
  PartRegion(OutputFile file, long begin, long bytes, @Nullable CRC32 checksum) {
    this(file, begin, bytes, bytes, 0, checksum);
  }

  /// A region of pieces in this one, which is not in this one's checksum.
  ///
  /// @param start where the first piece begins
  /// @param part the bytes of all pieces
  /// @param distance from one piece to the next
  PartRegion pieces(long start, long part, long length, long distance) {
    return new PartRegion(file, begin + start, part, length, distance, null);
  }

  /// Writes the next bytes, which must be in native memory.
  void append(MemorySegment next) throws IOException {
    if (checksum != null) {
      checksum.update(next.asByteBuffer());
    }
    for (long done = 0; done < next.byteSize(); ) {
      long size = Math.min(next.byteSize() - done, piece - filled % piece);
      file.write(inFile(filled), next.asSlice(done, size));
      filled += size;
      done += size;
    }
  }

  /// True if the system may copy the bytes, so that they are not seen.
  boolean takesUnseen() {
    return checksum == null && stride == 0;
  }

  /// Has the system copy the next bytes from another file.
  ///
  /// @return how many were copied; fewer than `count` where the other file ends
  long transfer(FileChannel source, long from, long count) throws IOException {
    long copied = file.transfer(source, from, count, begin + filled);
    filled += copied;
    return copied;
  }

  /// Reads back what was written.
  ///
  /// @param at counted from the beginning of the region
  /// @return how many bytes were there
  private long read(long at, MemorySegment target) throws IOException {
    long read = 0;
    long more = 1;
    while (read < target.byteSize() && more > 0) {
      long size = Math.min(target.byteSize() - read, piece - (at + read) % piece);
      more = file.read(inFile(at + read), target.asSlice(read, size));
      read += more;
    }
    return read;
  }

  /// Compares the next bytes with what was written.
  ///
  /// @param part for the message
  /// @param buffer as large as they are
  void check(int part, MemorySegment expected, MemorySegment buffer) throws IOException {
    long there = read(checked, buffer);
    long differs = expected.mismatch(buffer.asSlice(0, there));
    if (differs >= 0) {
      long at = checked + differs;
      throw new WrongPartException(part, target(), at, inFile(at));
    }
    checked += expected.byteSize();
  }

  private long inFile(long at) {
    return begin + at / piece * stride + at % piece;
  }

  private Path target() {
    return file.target();
  }

  /// Updates the checksum with what has been written to the pieces.
  void sum() throws IOException {
    if (checksum == null) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.min(BUFFER, Math.max(1, bytes)));
      for (long at = 0; at < bytes; at += buffer.byteSize()) {
        MemorySegment next = buffer.asSlice(0, Math.min(buffer.byteSize(), bytes - at));
        if (read(at, next) < next.byteSize()) {
          throw new IOException(
              "cannot read back %s: it was cut short meanwhile".formatted(target()));
        }
        checksum.update(next.asByteBuffer());
      }
    }
  }

  /// Checks that the part is complete.
  void requireFull() {
    if (filled != bytes) {
      throw new IllegalStateException(
          "%s bytes of %s were written to %s".formatted(filled, bytes, target()));
    }
  }
}
