package io.cleave.file.window;

import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.Pass;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Reads a pass in pieces of one size into native memory, the next piece while the last one is
/// used. So a device, whose driver cannot survive a page that is gone, never sees a mapped file.
///
/// Not safe for use by many threads.
final class ReadAhead implements WindowSource {
  /// Aligned for every word that a device moves at once.
  static final long ALIGNMENT = 64;

  private final Pass pass;
  private final MemorySegment[] buffers;
  private final Background reader = new Background("cleave-read");
  private long left;
  private int turn;

  /// @param window the bytes of every piece but the last
  /// @param arena owns the memory; it is closed after this
  ReadAhead(Pass pass, long window, long total, Arena arena) throws IOException {
    this.pass = pass;
    this.buffers =
        new MemorySegment[] {
          arena.allocate(window, ALIGNMENT), arena.allocate(window, ALIGNMENT),
        };
    this.left = total;
    readOn();
  }

  private void readOn() throws IOException {
    MemorySegment buffer = buffers[turn];
    long bytes = Math.min(left, buffer.byteSize());
    left -= bytes;
    if (bytes > 0) {
      reader.run(() -> read(pass, buffer.asSlice(0, bytes)));
    }
  }

  /// Reads on until the buffer is full.
  static void read(Pass pass, MemorySegment buffer) throws IOException {
    for (long at = 0; at < buffer.byteSize(); at += LittleEndian.PIECE) {
      long bytes = Math.min(LittleEndian.PIECE, buffer.byteSize() - at);
      MemorySegment.copy(pass.next(bytes), 0, buffer, at, bytes);
    }
  }

  @Override
  public MemorySegment next(long bytes) throws IOException {
    reader.await();
    MemorySegment read = buffers[turn].asSlice(0, bytes);
    turn = 1 - turn;
    readOn();
    return read;
  }

  @Override
  public void close() {
    reader.close();
  }
}
