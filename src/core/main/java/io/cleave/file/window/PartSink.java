package io.cleave.file.window;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Takes the parts of a split piece by piece, each part's from its first byte to its last.
///
/// Used by one thread at a time.
public interface PartSink {
  /// Takes the next bytes of a part, as they stand in the data: whole elements, or whole bytes of
  /// elements narrower than a byte. They may be overwritten after the call.
  void append(int part, MemorySegment bytes) throws IOException;
}
