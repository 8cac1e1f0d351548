package io.cleave.file.window;

import io.cleave.file.tensor.Pass;
import java.io.IOException;
import java.lang.foreign.Arena;
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

  /// The windows in native memory, read by the thread that asks for them: what is mapped in a
  /// confined arena, no other may read.
  ///
  /// @param window the bytes of every one but the last
  /// @param arena owns the memory
  static WindowSource copied(Pass pass, long window, Arena arena) {
    MemorySegment buffer = arena.allocate(window, ReadAhead.ALIGNMENT);
    return new WindowSource() {
      @Override
      public MemorySegment next(long bytes) throws IOException {
        MemorySegment copy = buffer.asSlice(0, bytes);
        ReadAhead.read(pass, copy);
        return copy;
      }

      @Override
      public void close() {
        // The pass is its owner's, and the memory the arena's.
      }
    };
  }
}
