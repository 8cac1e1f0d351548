package io.cleave.file.output;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The bytes of an output file that one part takes, written from the first to the last: one piece
/// of the file, or pieces of equal length that stand a stride apart.
///
/// Used by one thread at a time; regions of one file may be used by several.
public final class PartRegion {
  private static final long BUFFER = 1L << 20;

  private final AsideFiles files;
  private final int file;
  private final long begin;
  private final long bytes;
  private final PieceBlock pieces;
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
    this.pieces = new PieceBlock(Long.MAX_VALUE, 0);
  }

  private PartRegion(PartRegion whole, long start, long bytes, PieceBlock pieces) {
    this.files = whole.files;
    this.file = whole.file;
    this.begin = whole.begin + start;
    this.bytes = bytes;
    this.checksum = null;
    this.pieces = pieces;
  }

  /// The region of a part that stands in this one in pieces. What is written to it is not in this
  /// one's checksum. Nobody may write between the pieces meanwhile.
  ///
  /// @param start where the first piece begins
  /// @param part how large it is
  /// @param length of one piece
  /// @param apart from one piece to the next
  PartRegion pieces(long start, long part, long length, long apart) {
    return new PartRegion(this, start, part, new PieceBlock(Math.max(1, length), apart));
  }

  /// Writes the next bytes.
  ///
  /// @param bytes native memory
  public void append(MemorySegment bytes) throws IOException {
    if (checksum != null) {
      checksum.update(bytes.asByteBuffer());
    }
    for (long done = 0; done < bytes.byteSize(); ) {
      long left = bytes.byteSize() - done;
      boolean many = pieces.pays(left);
      long step = many ? pieces.fits(filled, left) : alone(filled, left);
      MemorySegment next = bytes.asSlice(done, step);
      files.write(file, inFile(filled), many ? around(next) : next);
      filled += step;
      done += step;
    }
  }

  /// The bytes of the file from the first to the last of these.
  private MemorySegment around(MemorySegment bytes) throws IOException {
    MemorySegment block = pieces.allocate(filled, bytes.byteSize());
    // What is not there yet is written later.
    int _ = files.read(file, inFile(filled), block);
    pieces.scatter(filled, bytes, block);
    return block;
  }

  /// How many bytes of the part stand together.
  private long alone(long at, long most) {
    return Math.min(most, pieces.piece() - at % pieces.piece());
  }

  /// Whether the system may copy bytes here that nobody looks at.
  public boolean takesUnseen() {
    return checksum == null && pieces.piece() == Long.MAX_VALUE;
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
    int read = 0;
    while (read < target.byteSize()) {
      long left = target.byteSize() - read;
      boolean many = pieces.pays(left);
      long step = many ? pieces.fits(at + read, left) : alone(at + read, left);
      MemorySegment next = target.asSlice(read, step);
      int more = many ? readMany(at + read, next) : files.read(file, inFile(at + read), next);
      read += more;
      if (more < step) {
        return read;
      }
    }
    return read;
  }

  private int readMany(long at, MemorySegment target) throws IOException {
    MemorySegment block = pieces.allocate(at, target.byteSize());
    int there = files.read(file, inFile(at), block);
    pieces.gather(at, block, target);
    return pieces.within(at, there);
  }

  /// Where a byte of the region stands in the file.
  public long inFile(long at) {
    return begin + pieces.place(at);
  }

  /// The name that the file gets.
  public Path target() {
    return files.target(file);
  }

  /// Adds what has been written to the pieces to the checksum.
  void sum() throws IOException {
    if (checksum == null) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.min(BUFFER, Math.max(1, bytes)));
      for (long at = 0; at < bytes; at += buffer.byteSize()) {
        MemorySegment read = buffer.asSlice(0, Math.min(buffer.byteSize(), bytes - at));
        if (read(at, read) < read.byteSize()) {
          throw new IOException(
              "cannot read back %s: it was cut short meanwhile".formatted(target()));
        }
        checksum.update(read.asByteBuffer());
      }
    }
  }

  /// Checks that the part is complete.
  public void requireFull() {
    if (filled != bytes) {
      throw new IllegalStateException(
          "%s bytes of %s were written to %s".formatted(filled, bytes, target()));
    }
  }
}
