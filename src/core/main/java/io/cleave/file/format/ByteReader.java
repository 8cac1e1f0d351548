package io.cleave.file.format;

import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Reads bytes of a file once, from the first to the last: as they are there, or inflated. Length
/// and checksum of inflated bytes are checked where they end.
///
/// Used by one thread at a time.
public final class ByteReader implements AutoCloseable {
  /// Mapped bytes are copied to the heap in pieces of this size before they are inflated or summed
  /// up by native code, which would end the process if the file is cut short meanwhile.
  static final int PIECE = 1 << 16;

  private final MemorySegment stored;
  private final @Nullable Inflater inflater;
  private final long begin;
  private final long size;
  private final int expected;
  private final Function<String, IOException> failure;
  private final CRC32 sum = new CRC32();

  /// The bytes that were given to the inflater.
  private long consumed;

  /// The bytes that it has returned.
  private long inflated;

  /// @param begin the inflated bytes that are not read
  /// @param size the number of bytes that they should inflate to
  /// @param expected the checksum of those
  /// @param failure makes an exception of what is wrong with them
  ByteReader(
      MemorySegment stored,
      boolean isDeflated,
      long begin,
      long size,
      int expected,
      Function<String, IOException> failure) {
    this.stored = stored;
    this.inflater = isDeflated ? new Inflater(true) : null;
    this.begin = begin;
    this.size = size;
    this.expected = expected;
    this.failure = failure;
  }

  /// Reads bytes as they are.
  static ByteReader of(MemorySegment bytes) {
    return new ByteReader(bytes, false, 0, bytes.byteSize(), 0, IOException::new);
  }

  /// How many bytes there are to read.
  long size() {
    return size - begin;
  }

  /// Reads bytes.
  ///
  /// @param from where they begin, not before the end of those that were read last
  /// @throws IOException if the data is not as the archive says
  public void read(long from, MemorySegment target) throws IOException {
    if (inflater == null) {
      MemorySegment.copy(stored, from, target, 0, target.byteSize());
      return;
    }
    ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(PIECE, begin + from - inflated));
    while (inflated < begin + from) {
      fill(inflater, skipped.clear().limit((int) Math.min(PIECE, begin + from - inflated)));
    }
    for (long at = 0; at < target.byteSize(); at += PIECE) {
      fill(inflater, target.asSlice(at, Math.min(PIECE, target.byteSize() - at)).asByteBuffer());
    }
  }

  /// Inflates what is left, to check length and checksum.
  ///
  /// @throws IOException if the data is not as the archive says
  public void finish() throws IOException {
    read(size(), MemorySegment.NULL);
  }

  private void fill(Inflater from, ByteBuffer target) throws IOException {
    inflate(from, target);
    inflated += target.position();
    require(
        !target.hasRemaining(),
        "unpacks to %s bytes and not to the %s that it claims".formatted(inflated, size));
    sum.update(target.flip());
    if (inflated == size) {
      ByteBuffer more = ByteBuffer.allocate(1);
      inflate(from, more);
      require(
          more.hasRemaining(), "unpacks to more than the %s bytes that it claims".formatted(size));
      long read = from.getBytesRead();
      require(
          from.finished() && read == stored.byteSize(),
          "ends after %s of %s bytes".formatted(read, stored.byteSize()));
      int found = (int) sum.getValue();
      require(
          found == expected, "has the checksum %08x instead of %08x".formatted(found, expected));
    }
  }

  /// Fills a buffer, or as much of it as there is.
  private void inflate(Inflater from, ByteBuffer target) throws IOException {
    try {
      while (target.hasRemaining()) {
        if (from.inflate(target) == 0) {
          int more = (int) Math.min(PIECE, stored.byteSize() - consumed);
          if (from.finished() || more == 0) {
            return;
          }
          byte[] piece = new byte[more];
          MemorySegment.copy(stored, ValueLayout.JAVA_BYTE, consumed, piece, 0, more);
          from.setInput(piece);
          consumed += more;
        }
      }
    } catch (DataFormatException e) {
      require(false, "is damaged (%s)".formatted(OneLine.excerpt(String.valueOf(e.getMessage()))));
    }
  }

  private void require(boolean condition, String problem) throws IOException {
    if (!condition) {
      throw failure.apply("its deflated data %s; copy or save it again".formatted(problem));
    }
  }

  @Override
  public void close() {
    if (inflater != null) {
      inflater.close();
    }
  }
}
