package io.cleave.file.npz;

import io.cleave.file.tensor.BadFileException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The numbers in a piece of an archive, little-endian and unsigned. An immutable value.
///
/// @param bytes the piece
record ZipFields(MemorySegment bytes) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  long size() {
    return bytes.byteSize();
  }

  /// Whether a record of some length with this signature stands there.
  boolean has(long at, int signature, int length) {
    return at >= 0 && at <= size() - length && bytes.get(INT, at) == signature;
  }

  int short16(long at) {
    return Short.toUnsignedInt(bytes.get(SHORT, at));
  }

  long int32(long at) {
    return Integer.toUnsignedLong(bytes.get(INT, at));
  }

  int bits32(long at) {
    return bytes.get(INT, at);
  }

  /// A number of 64 bits; one beyond a signed `long` lies, for no file is that large.
  long long64(long at) {
    long value = bytes.get(LONG, at);
    if (value < 0) {
      throw new BadFileException(
          "the archive claims %s bytes or members somewhere; copy or save it again"
              .formatted(Long.toUnsignedString(value)));
    }
    return value;
  }

  ZipFields slice(long from, long count) {
    return new ZipFields(bytes.asSlice(from, count));
  }
}
