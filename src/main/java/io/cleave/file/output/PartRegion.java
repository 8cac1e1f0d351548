package io.cleave.file.output;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The bytes of an output file that one part takes, written from the first to the last.
///
/// Used by one thread at a time; regions of one file may be used by several.
public final class PartRegion {
  private final AsideFiles files;
  private final int file;
  private final long begin;
  private final long bytes;
  private final @Nullable CRC32 checksum;
  private long filled;

  /// @param file the file's index
  /// @param begin where the region begins in it
  /// @param bytes how large it is
  /// @param checksum takes what is written; null if nobody asks for it
  PartRegion(AsideFiles files, int file, long begin, long bytes, @Nullable CRC32 checksum) {
    this.files = files;
    this.file = file;
    this.begin = begin;
    this.bytes = bytes;
    this.checksum = checksum;
  }

  /// Writes the next bytes.
  ///
  /// @param piece native memory
  public void append(MemorySegment piece) throws IOException {
    if (checksum != null) {
      checksum.update(piece.asByteBuffer());
    }
    files.write(file, begin + filled, piece);
    filled += piece.byteSize();
  }

  /// Whether the system may copy bytes here that nobody looks at.
  public boolean takesUnseen() {
    return checksum == null;
  }

  /// Has the system copy the next bytes from another file.
  ///
  /// @return how many were copied; fewer than `count` where the other file ends
  public long take(FileChannel source, long from, long count) throws IOException {
    long copied = files.take(file, source, from, count, begin + filled);
    filled += copied;
    return copied;
  }

  /// Reads back what was written.
  ///
  /// @param at counted from the beginning of the region
  /// @return how many bytes were there
  public int read(long at, MemorySegment target) throws IOException {
    return files.read(file, begin + at, target);
  }

  /// Where a byte of the region stands in the file.
  public long inFile(long at) {
    return begin + at;
  }

  /// The name that the file gets.
  public Path target() {
    return files.target(file);
  }

  /// The checksum of what was written; 0 if nobody asked for it.
  int crc32() {
    return checksum == null ? 0 : (int) checksum.getValue();
  }

  /// Checks that the part is complete.
  public void requireFull() {
    if (filled != bytes) {
      throw new IllegalStateException(
          "%s bytes of %s were written to %s".formatted(filled, bytes, target()));
    }
  }
}
