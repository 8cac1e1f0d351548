package io.cleave.file.format;

import io.cleave.file.MalformedFileException;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Where the bytes of a tensor are in its file. An immutable value.
///
/// @param offset where in the file they begin
/// @param size the bytes of the tensor
/// @param member the member of an archive that holds them; null if the file is no archive
public record DataSource(long offset, long size, @Nullable Member member) {
  /// Data is copied from a mapping in such pieces before native code sees it: where the file is cut
  /// short meanwhile, reading the mapping itself would end the process.
  private static final int PIECE = 1 << 16;

  /// A member of an archive. An immutable value.
  ///
  /// @param name of the member
  /// @param offset where its bytes begin in the file
  /// @param packed its bytes in the file
  /// @param isDeflated true if they are deflated, false if they are stored as they are
  /// @param header the bytes before the data, unpacked
  /// @param crc32 the checksum of header and data
  public record Member(
      String name, long offset, long packed, boolean isDeflated, long header, int crc32) {}

  /// True if the data must be inflated.
  public boolean isDeflated() {
    return member != null && member.isDeflated;
  }

  /// The bytes that the data takes in the file.
  public long storedSize() {
    return member != null && member.isDeflated ? member.packed : size;
  }

  /// The data in a mapping of the file; only if it is not deflated.
  public MemorySegment in(MappedFile file) {
    return file.bytes().asSlice(offset, size);
  }

  /// Checks that the file still has the data.
  ///
  /// @throws IOException if it was cut short
  public void requireWhole(MappedFile file) throws IOException {
    file.requireWhole(offset + storedSize());
  }

  /// The bytes that [#requireIntact] reads.
  public long checked() {
    return member == null || member.isDeflated ? 0 : member.packed;
  }

  /// Compares a stored member with its checksum; deflated ones are checked when they are read.
  ///
  /// @param progress gets the number of bytes of each piece
  /// @throws MalformedFileException if the checksum differs
  public void requireIntact(MappedFile file, LongConsumer progress) throws IOException {
    if (member == null || member.isDeflated) {
      return;
    }
    MemorySegment bytes = file.bytes().asSlice(member.offset, member.packed);
    CRC32 sum = new CRC32();
    byte[] piece = new byte[PIECE];
    for (long at = 0; at < bytes.byteSize(); at += PIECE) {
      int count = (int) Math.min(PIECE, bytes.byteSize() - at);
      copy(bytes.asSlice(at, count), piece);
      sum.update(piece, 0, count);
      progress.accept(count);
    }
    requireWhole(file);
    if ((int) sum.getValue() != member.crc32) {
      throw new MalformedFileException(
          file.path(),
          "the member '%s' is damaged: its checksum is %08x instead of %08x; copy or save it again"
              .formatted(OneLine.excerpt(member.name), (int) sum.getValue(), member.crc32));
    }
  }

  private static void copy(MemorySegment from, byte[] to) {
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, 0, to, 0, (int) from.byteSize());
  }

  /// Begins to read.
  public Reader open(MappedFile file) {
    return new Reader(this, file);
  }

  /// Reads the data once, from the first byte to the last. Used by one thread at a time.
  public static final class Reader implements AutoCloseable {
    private final DataSource source;
    private final MappedFile file;
    private final @Nullable InputStream inflated;
    private final byte[] piece;
    private long at;

    private Reader(DataSource source, MappedFile file) {
      this.source = source;
      this.file = file;
      Member member = source.member;
      if (member != null && member.isDeflated) {
        this.at = -member.header;
        MemorySegment packed = file.bytes().asSlice(member.offset, member.packed);
        this.inflated = new InflatedStream(packed, member.header + source.size, member.crc32);
        this.piece = new byte[PIECE];
      } else {
        this.inflated = null;
        this.piece = new byte[0];
      }
    }

    /// Reads bytes of the data.
    ///
    /// @param from where they begin, not before the end of those that were read last
    /// @throws MalformedFileException if the file does not hold what it promised
    public void read(long from, MemorySegment target) throws IOException {
      if (inflated == null) {
        MemorySegment.copy(source.in(file), from, target, 0, target.byteSize());
        return;
      }
      try {
        while (at < from) {
          at += inflated.readNBytes(piece, 0, (int) Math.min(PIECE, from - at));
        }
        for (long done = 0; done < target.byteSize(); ) {
          int count = (int) Math.min(PIECE, target.byteSize() - done);
          inflated.readNBytes(piece, 0, count);
          MemorySegment.copy(piece, 0, target, ValueLayout.JAVA_BYTE, done, count);
          done += count;
          at += count;
        }
      } catch (ZipException e) {
        String name = source.member == null ? "" : source.member.name;
        throw new MalformedFileException(
            file.path(),
            "the tensor '%s': %s".formatted(OneLine.excerpt(array(name)), e.getMessage()));
      }
    }

    private static String array(String member) {
      return member.substring(0, member.length() - NpzFormat.SUFFIX.length());
    }

    @Override
    public void close() throws IOException {
      if (inflated != null) {
        inflated.close();
      }
    }
  }
}
