package io.cleave.file.tensor;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// One reading of a tensor's bytes as they stand in its file, from the first to the last.
///
/// Every way to split a file takes its bytes in the order in which they lie there, so that a packed
/// file can be split without being unpacked first.
///
/// Not safe for use by many threads.
public interface Pass extends AutoCloseable {
  /// The next bytes.
  ///
  /// @param bytes how many: no more than are left, and no more than may stand in memory at once
  /// @return read-only memory, good until the next call
  /// @throws BadFileException if the file does not hold what it promised
  MemorySegment next(long bytes) throws IOException;

  /// Goes past bytes that nobody wants.
  void skip(long bytes) throws IOException;

  @Override
  void close() throws IOException;
}
