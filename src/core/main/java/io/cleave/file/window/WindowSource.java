package io.cleave.file.window;

import io.cleave.file.tensor.Pass;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Where the windows of a split come from, in order.
interface WindowSource extends AutoCloseable {
  /// The next window.
  ///
  /// @return memory that is good until the next call
  MemorySegment next(long bytes) throws IOException;

  @Override
  void close();

  /// The windows as a pass gives them.
  static WindowSource of(Pass pass) {
    return new WindowSource() {
      @Override
      public MemorySegment next(long bytes) throws IOException {
        return pass.next(bytes);
      }

      @Override
      public void close() {
        // The pass is its owner's.
      }
    };
  }
}
