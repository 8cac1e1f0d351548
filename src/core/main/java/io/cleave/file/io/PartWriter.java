package io.cleave.file.io;

import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Writes a part, or a slice of a stack, to its place in an output file, from the first byte to the
/// last, or compares it with what is there.
///
/// Used by one thread at a time; writers to one file may be used by several.
final class PartWriter {
  /// The most bytes of one copy by the system: bounds how long the end of the process has to wait.
  private static final long TRANSFER = 64L << 20;

  /// Bytes that are swapped, compared or read for the checksum at a time.
  private static final long BUFFER = 1L << 20;

  private final OutputFile file;
  private final int part;
  private final Ranges ranges;
  private final StoredLayout layout;
  private final @Nullable CRC32 checksum;
  private final Progress progress;
  private final boolean verifies;
  private long done;

  /// Where bytes are in a file: one range, or ranges of equal length at equal distances.
  ///
  /// @param begin of the first range
  /// @param bytes of all ranges
  /// @param range the bytes of each
  /// @param stride from one to the next
  record Ranges(long begin, long bytes, long range, long stride) {
    /// One range.
    static Ranges of(long begin, long bytes) {
      return new Ranges(begin, bytes, Math.max(1, bytes), 0);
    }

    private long inFile(long at) {
      return begin + at / range * stride + at % range;
    }
  }

  /// @param part its number, for messages
  /// @param layout the type and the byte order of the elements that are appended
  /// @param checksum is updated with the bytes that are written; null if there is none
  /// @param verifies true to compare, false to write
  PartWriter(
      OutputFile file,
      int part,
      Ranges ranges,
      StoredLayout layout,
      @Nullable CRC32 checksum,
      Progress progress,
      boolean verifies) {
    this.file = file;
    this.part = part;
    this.ranges = ranges;
    this.layout = layout;
    this.checksum = checksum;
    this.progress = progress;
    this.verifies = verifies;
  }

  /// A writer of a slice of this part, which does not update the checksum.
  ///
  /// @param from where in this part the first range begins
  PartWriter slice(int slice, long from, long bytes, long range, long stride) {
    Ranges at = new Ranges(ranges.begin + from, bytes, Math.max(1, range), stride);
    return new PartWriter(file, slice, at, layout, null, progress, verifies);
  }

  /// Writes the next bytes, or compares them. They are whole elements.
  ///
  /// @throws WrongPartException if they differ from what is there
  void append(MemorySegment next) throws IOException {
    // Heap memory is copied, since only a byte array can be a buffer. So is a mapping of which
    // native code would compute the checksum, see ByteReader.PIECE.
    boolean mayFault = next.isMapped() && checksum != null;
    boolean copies = !layout.isLittleEndian() || !next.isNative() || mayFault;
    long most = copies || verifies ? BUFFER : OutputFile.BUFFER;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(copies ? Math.min(most, next.byteSize()) : 0);
      MemorySegment there = arena.allocate(verifies ? Math.min(most, next.byteSize()) : 0);
      for (long from = 0; from < next.byteSize(); from += most) {
        long size = Math.min(most, next.byteSize() - from);
        MemorySegment piece = next.asSlice(from, size);
        if (copies) {
          layout.toLittleEndian(piece, copy);
          piece = copy.asSlice(0, size);
        }
        if (verifies) {
          verify(piece, there.asSlice(0, size));
        } else {
          if (checksum != null) {
            checksum.update(piece.asByteBuffer());
          }
          forEachRange(done, piece, file::write);
        }
        done += size;
        progress.advance(size);
      }
    }
  }

  private void verify(MemorySegment expected, MemorySegment buffer) throws IOException {
    MemorySegment there = buffer.asSlice(0, forEachRange(done, buffer, file::read));
    long differs = expected.mismatch(there);
    if (differs >= 0) {
      long at = done + differs;
      throw new WrongPartException(part, file.target(), at, ranges.inFile(at));
    }
  }

  @FunctionalInterface
  private interface Access {
    /// @return how many bytes were written or read
    long at(long inFile, MemorySegment bytes) throws IOException;
  }

  /// @return how many bytes were written or read; fewer than there are where the file ends
  private long forEachRange(long at, MemorySegment bytes, Access access) throws IOException {
    long count = 0;
    long more = 1;
    while (count < bytes.byteSize() && more > 0) {
      long left = ranges.range - (at + count) % ranges.range;
      MemorySegment next = bytes.asSlice(count, Math.min(left, bytes.byteSize() - count));
      more = access.at(ranges.inFile(at + count), next);
      count += more;
    }
    return count;
  }

  /// Writes all bytes of the part, or compares them. The system copies them if nothing has to see
  /// them.
  ///
  /// @param from where in the source they begin
  void appendAll(MappedFile source, long from) throws IOException {
    if (verifies || !layout.isLittleEndian() || checksum != null) {
      append(source.bytes().asSlice(from, ranges.bytes));
      return;
    }
    while (done < ranges.bytes) {
      long most = Math.min(TRANSFER, ranges.bytes - done);
      long copied = file.transfer(source.channel(), from + done, most, ranges.inFile(done));
      if (copied == 0) {
        throw new IOException("cannot read %s to its end".formatted(source.path()));
      }
      done += copied;
      progress.advance(copied);
    }
  }

  /// Reads the part back to update the checksum, after its slices have been written.
  void updateChecksum() throws IOException {
    if (checksum == null || verifies) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.clamp(ranges.bytes, 1, BUFFER));
      for (long at = 0; at < ranges.bytes; at += buffer.byteSize()) {
        MemorySegment next = buffer.asSlice(0, Math.min(buffer.byteSize(), ranges.bytes - at));
        if (forEachRange(at, next, file::read) < next.byteSize()) {
          throw new IOException(
              "cannot read back %s: it was cut short meanwhile".formatted(file.target()));
        }
        checksum.update(next.asByteBuffer());
      }
    }
  }

  /// Checks that the part is complete.
  void requireFull() {
    if (done != ranges.bytes) {
      throw new IllegalStateException(
          "%s bytes of %s were written to %s".formatted(done, ranges.bytes, file.target()));
    }
  }
}
