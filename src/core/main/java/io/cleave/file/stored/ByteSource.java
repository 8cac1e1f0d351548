package io.cleave.file.stored;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bytes that are read from the first on: a mapped file, or what a packed one unpacks to.
public interface ByteSource {
  /// How many bytes there are, or are said to be.
  long size();

  /// The next bytes.
  ///
  /// @param count no more than are left
  byte[] next(int count) throws IOException;

  /// Reads memory.
  static ByteSource of(MemorySegment bytes) {
    return new ByteSource() {
      private long at;

      @Override
      public long size() {
        return bytes.byteSize();
      }

      @Override
      public byte[] next(int count) {
        byte[] next = bytes.asSlice(at, count).toArray(ValueLayout.JAVA_BYTE);
        at += count;
        return next;
      }
    };
  }
}
