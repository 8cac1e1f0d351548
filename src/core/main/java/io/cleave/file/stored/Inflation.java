package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Unpacks deflated bytes once, from the first to the last, in no more memory than is asked for at
/// a time. It owns native memory, which closing gives back.
///
/// Not safe for use by many threads.
public final class Inflation implements ByteSource, AutoCloseable {
  /// What is handed to the inflater at a time. It gets a copy: where the file is cut short
  /// meanwhile, reading the mapping itself would end the process from within native code.
  private static final int PIECE = 1 << 16;

  private final MemorySegment packed;
  private final long size;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc32 = new CRC32();
  private final byte[] input;
  private long taken;

  /// @param packed the deflated bytes, without a header of any kind
  /// @param size how many bytes they are said to unpack to
  public Inflation(MemorySegment packed, long size) {
    this.packed = packed;
    this.size = size;
    this.input = new byte[(int) Math.min(PIECE, packed.byteSize())];
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public byte[] next(int count) {
    byte[] bytes = new byte[count];
    fill(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /// Unpacks as many bytes as the buffer has room for.
  ///
  /// @throws BadFileException if there are fewer, or they are damaged
  void fill(ByteBuffer target) {
    int start = target.position();
    while (target.hasRemaining()) {
      if (unpack(target) == 0 && isUsedUp()) {
        throw new BadFileException(
            "its deflated data unpacks to %s bytes and not to the %s that it claims; copy or save it"
                    .formatted(inflater.getBytesWritten(), size)
                + " again");
      }
    }
    crc32.update(target.duplicate().flip().position(start));
  }

  /// Checks that there is nothing left, and that all that was unpacked is what was packed.
  ///
  /// @throws BadFileException if not
  void requireEnd(int expected) {
    ByteBuffer one = ByteBuffer.allocate(1);
    // At least once: the inflater may hold back output when it has taken all input.
    do {
      if (unpack(one) > 0) {
        throw new BadFileException(
            "its deflated data unpacks to more than the %s bytes that it claims; copy or save it"
                    .formatted(size)
                + " again");
      }
    } while (!isUsedUp());
    if (!inflater.finished() || inflater.getBytesRead() != packed.byteSize()) {
      throw new BadFileException(
          "its deflated data ends after %s of %s bytes; copy or save it again"
              .formatted(inflater.getBytesRead(), packed.byteSize()));
    }
    if ((int) crc32.getValue() != expected) {
      throw new BadFileException(
          "its data is damaged: the checksum is %08x instead of %08x; copy or save it again"
              .formatted((int) crc32.getValue(), expected));
    }
  }

  /// Whether nothing more comes, once there was room left for it.
  private boolean isUsedUp() {
    return inflater.finished() || taken == packed.byteSize();
  }

  private int unpack(ByteBuffer target) {
    if (inflater.needsInput() && taken < packed.byteSize()) {
      int piece = (int) Math.min(input.length, packed.byteSize() - taken);
      MemorySegment.copy(packed, ValueLayout.JAVA_BYTE, taken, input, 0, piece);
      inflater.setInput(input, 0, piece);
      taken += piece;
    }
    try {
      return inflater.inflate(target);
    } catch (DataFormatException e) {
      throw new BadFileException(
          "its deflated data is damaged (%s); copy or save it again"
              .formatted(OneLine.excerpt(String.valueOf(e.getMessage()))));
    }
  }

  @Override
  public void close() {
    inflater.close();
  }
}
