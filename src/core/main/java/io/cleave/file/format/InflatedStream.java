package io.cleave.file.format;

import io.cleave.text.OneLine;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// Inflates a member of an archive. Whoever reads it to its end knows that the bytes are those that
/// were packed: length and checksum are checked there.
///
/// Used by one thread.
final class InflatedStream extends InputStream {
  private static final int BUFFER = 1 << 16;

  private final long packed;
  private final long size;
  private final int expected;
  private final Inflater inflater = new Inflater(true);
  private final InputStream inflated;
  private final CRC32 crc32 = new CRC32();
  private long done;

  /// @param packed the deflated bytes
  /// @param size the number of bytes that they should inflate to
  /// @param crc32 the checksum of those
  InflatedStream(MemorySegment packed, long size, int crc32) {
    this.packed = packed.byteSize();
    this.size = size;
    this.expected = crc32;
    int buffer = Math.clamp(packed.byteSize(), 1, BUFFER);
    this.inflated = new InflaterInputStream(new SegmentStream(packed), inflater, buffer);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  /// @throws ZipException if the data is damaged, or has not the size or checksum that it should
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0 || done == size) {
      return length == 0 ? 0 : -1;
    }
    int count = inflate(target, offset, (int) Math.min(length, size - done));
    if (count < 0) {
      throw new ZipException(
          "its deflated data unpacks to %s bytes and not to the %s that it claims; copy or save it again"
              .formatted(done, size));
    }
    crc32.update(target, offset, count);
    done += count;
    if (done == size) {
      requireEnd();
    }
    return count;
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      return inflated.read(target, offset, length);
    } catch (EOFException _) {
      return -1;
    } catch (ZipException e) {
      throw new ZipException(
          "its deflated data is damaged (%s); copy or save it again"
              .formatted(OneLine.excerpt(String.valueOf(e.getMessage()))));
    }
  }

  private void requireEnd() throws IOException {
    if (inflate(new byte[1], 0, 1) > 0) {
      throw new ZipException(
          "its deflated data unpacks to more than the %s bytes that it claims; copy or save it again"
              .formatted(size));
    }
    if (!inflater.finished() || inflater.getBytesRead() != packed) {
      throw new ZipException(
          "its deflated data ends after %s of %s bytes; copy or save it again"
              .formatted(inflater.getBytesRead(), packed));
    }
    if ((int) crc32.getValue() != expected) {
      throw new ZipException(
          "its data is damaged: the checksum is %08x instead of %08x; copy or save it again"
              .formatted((int) crc32.getValue(), expected));
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
