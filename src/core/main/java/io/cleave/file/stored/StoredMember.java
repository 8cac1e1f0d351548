package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/// A member of an archive whose bytes stand there as they are: a split takes them in any order, or
/// not all, so that their checksum needs a reading of its own.
///
/// It does not own the mapping: whoever opened the file does.
///
/// An immutable value, safe for use by many threads.
public final class StoredMember {
  /// What is summed up at a time. It is copied first: where the file is cut short meanwhile,
  /// summing up the mapping itself would end the process from within native code.
  private static final int PIECE = 1 << 16;

  private final String name;
  private final int crc32;
  private final MappedContent bytes;

  /// @param name what the archive calls it
  /// @param crc32 the checksum that the archive has of it
  /// @param bytes all of it: the header, then the data
  public StoredMember(String name, int crc32, MappedContent bytes) {
    this.name = name;
    this.crc32 = crc32;
    this.bytes = bytes;
  }

  /// How many bytes there are.
  public long size() {
    return bytes.size();
  }

  /// Reads the member and compares its checksum.
  ///
  /// @param progress hears how many bytes more have been read, again and again
  /// @throws BadFileException if it differs
  /// @throws IOException if the file cannot be read
  public void requireIntact(LongConsumer progress) throws IOException {
    int found = sum(progress);
    bytes.requireWhole();
    if (found != crc32) {
      throw BadFileException.in(
          bytes.file(),
          new BadFileException(
              "the member '%s' is damaged: its checksum is %08x instead of %08x; copy or save it again"
                  .formatted(OneLine.excerpt(name), found, crc32)));
    }
  }

  private int sum(LongConsumer progress) throws IOException {
    try {
      CRC32 sum = new CRC32();
      MemorySegment data = bytes.data();
      byte[] piece = new byte[(int) Math.min(PIECE, data.byteSize())];
      for (long at = 0; at < data.byteSize(); at += piece.length) {
        int size = (int) Math.min(piece.length, data.byteSize() - at);
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, at, piece, 0, size);
        sum.update(piece, 0, size);
        progress.accept(size);
      }
      return (int) sum.getValue();
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      bytes.requireWhole();
      throw new IOException("cannot read %s: %s".formatted(bytes.file(), e.getMessage()), e);
    }
  }
}
