package io.cleave.file.format;

import io.cleave.text.OneLine;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// Inflates a member of an archive. Whoever reads it to its end knows that the bytes are those that
/// were packed: length and checksum are checked there.
///
/// Used by one thread.
final class InflatedStream extends CheckedInputStream {
  private static final int BUFFER = 1 << 16;

  private final Inflater inflater;
  private final long packed;
  private final long size;
  private final int expected;
  private long done;

  /// @param packed the deflated bytes
  /// @param size the number of bytes that they should inflate to
  /// @param crc32 the checksum of those
  InflatedStream(MemorySegment packed, long size, int crc32) {
    this(packed, size, crc32, new Inflater(true));
  }

  private InflatedStream(MemorySegment packed, long size, int crc32, Inflater inflater) {
    super(
        new InflaterInputStream(
            new SegmentStream(packed), inflater, Math.clamp(packed.byteSize(), 1, BUFFER)),
        new CRC32());
    this.inflater = inflater;
    this.packed = packed.byteSize();
    this.size = size;
    this.expected = crc32;
  }

  /// @throws ZipException if the data is damaged, or has not the size or checksum that it should
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0 || done == size) {
      return length == 0 ? 0 : -1;
    }
    int count = inflate(target, offset, (int) Math.min(length, size - done));
    require(
        count > 0, "unpacks to %s bytes and not to the %s that it claims".formatted(done, size));
    done += count;
    if (done == size) {
      int sum = (int) getChecksum().getValue();
      require(
          inflate(new byte[1], 0, 1) <= 0,
          "unpacks to more than the %s bytes that it claims".formatted(size));
      require(
          inflater.finished() && inflater.getBytesRead() == packed,
          "ends after %s of %s bytes".formatted(inflater.getBytesRead(), packed));
      require(sum == expected, "has the checksum %08x instead of %08x".formatted(sum, expected));
    }
    return count;
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      return super.read(target, offset, length);
    } catch (EOFException _) {
      return -1;
    } catch (ZipException e) {
      require(false, "is damaged (%s)".formatted(OneLine.excerpt(String.valueOf(e.getMessage()))));
      return -1;
    }
  }

  private static void require(boolean condition, String problem) throws ZipException {
    if (!condition) {
      throw new ZipException("its deflated data %s; copy or save it again".formatted(problem));
    }
  }

  @Override
  public void close() {
    inflater.close();
  }

  /// Reads memory.
  static final class SegmentStream extends InputStream {
    private final MemorySegment bytes;
    private long at;

    SegmentStream(MemorySegment bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return at == bytes.byteSize()
          ? -1
          : Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, at++));
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (at == bytes.byteSize()) {
        return -1;
      }
      int count = (int) Math.min(length, bytes.byteSize() - at);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, target, offset, count);
      at += count;
      return count;
    }
  }
}
