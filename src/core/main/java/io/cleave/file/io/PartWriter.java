package io.cleave.file.io;

import io.cleave.file.format.StoredLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Writes a part, or a slice of a stack, to its place in an output file, from the first byte to the
/// last, or compares it with what is there.
///
/// Used by one thread at a time; writers to one file may be used by several.
final class PartWriter {
  /// One piece for the system at a time: bounds how long the end of the process has to wait.
  private static final long SYSTEM_PIECE = 64L << 20;

  /// Bytes that are turned, compared or summed up at a time.
  private static final long BUFFER = 1L << 20;

  private final OutputFile file;
  private final int part;
  private final Place place;
  private final StoredLayout made;
  private final @Nullable CRC32 checksum;
  private final Progress progress;
  private final boolean checks;
  private long done;

  /// Bytes of a file: one range, or ranges of equal length at equal distances.
  ///
  /// @param begin of the first range
  /// @param bytes of all ranges
  /// @param range the bytes of each
  /// @param stride from one to the next
  record Place(long begin, long bytes, long range, long stride) {
    /// One range.
    static Place of(long begin, long bytes) {
      return new Place(begin, bytes, Math.max(1, bytes), 0);
    }

    private long inFile(long at) {
      return begin + at / range * stride + at % range;
    }
  }

  /// @param part its number, for messages
  /// @param made the order of the bytes that come
  /// @param checksum is updated with what is written; null if there is none
  /// @param checks true to compare, false to write
  PartWriter(
      OutputFile file,
      int part,
      Place place,
      StoredLayout made,
      @Nullable CRC32 checksum,
      Progress progress,
      boolean checks) {
    this.file = file;
    this.part = part;
    this.place = place;
    this.made = made;
    this.checksum = checksum;
    this.progress = progress;
    this.checks = checks;
  }

  /// A writer of a slice of this part, which does not update the checksum.
  ///
  /// @param from where in this part the first range begins
  PartWriter slice(int slice, long from, long bytes, long range, long stride) {
    Place at = new Place(place.begin + from, bytes, Math.max(1, range), stride);
    return new PartWriter(file, slice, at, made, null, progress, checks);
  }

  /// Takes the next bytes, whole elements.
  ///
  /// @throws WrongPartException if they differ from what is there
  void append(MemorySegment next) throws IOException {
    // Heap memory may have elements that are no bytes.
    boolean turns = !made.isLittleEndian() || !next.isNative();
    long most = turns || checks ? BUFFER : OutputFile.PIECE;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment turned = arena.allocate(turns ? Math.min(most, next.byteSize()) : 0);
      MemorySegment there = arena.allocate(checks ? Math.min(most, next.byteSize()) : 0);
      for (long from = 0; from < next.byteSize(); from += most) {
        long size = Math.min(most, next.byteSize() - from);
        MemorySegment piece = next.asSlice(from, size);
        if (turns) {
          made.toLittleEndian(piece, turned);
          piece = turned.asSlice(0, size);
        }
        if (checks) {
          check(piece, there.asSlice(0, size));
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

  private void check(MemorySegment expected, MemorySegment buffer) throws IOException {
    MemorySegment there = buffer.asSlice(0, forEachRange(done, buffer, file::read));
    long differs = expected.mismatch(there);
    if (differs >= 0) {
      long at = done + differs;
      throw new WrongPartException(part, file.target(), at, place.inFile(at));
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
      long left = place.range - (at + count) % place.range;
      MemorySegment next = bytes.asSlice(count, Math.min(left, bytes.byteSize() - count));
      more = access.at(place.inFile(at + count), next);
      count += more;
    }
    return count;
  }

  /// True if the system may copy the bytes, unseen.
  boolean takesUnseen() {
    return !checks && made.isLittleEndian() && checksum == null && place.stride == 0;
  }

  /// Has the system copy the next bytes from another file.
  ///
  /// @return false if the file ends before
  boolean transfer(FileChannel source, long from, long bytes) throws IOException {
    for (long at = 0; at < bytes; at += SYSTEM_PIECE) {
      long piece = Math.min(SYSTEM_PIECE, bytes - at);
      if (file.transfer(source, from + at, piece, place.inFile(done)) < piece) {
        return false;
      }
      done += piece;
      progress.advance(piece);
    }
    return true;
  }

  /// Updates the checksum with what its slices have written.
  void sum() throws IOException {
    if (checksum == null || checks) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.clamp(place.bytes, 1, BUFFER));
      for (long at = 0; at < place.bytes; at += buffer.byteSize()) {
        MemorySegment next = buffer.asSlice(0, Math.min(buffer.byteSize(), place.bytes - at));
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
    if (done != place.bytes) {
      throw new IllegalStateException(
          "%s bytes of %s were written to %s".formatted(done, place.bytes, file.target()));
    }
  }
}
