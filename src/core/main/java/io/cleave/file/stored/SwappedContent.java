package io.cleave.file.stored;

import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.Pass;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Elements in the byte order of all that Cleave writes, whatever the file's, for those who must
/// know what the bytes mean.
///
/// As safe for use by many threads as what it is made of.
///
/// @param stored the bytes as they stand in the file
/// @param layout how they are arranged there
public record SwappedContent(Content stored, Layout layout) implements Content {
  @Override
  public long size() {
    return stored.size();
  }

  @Override
  public long offset() {
    return stored.offset();
  }

  @Override
  public long storedSize() {
    return stored.storedSize();
  }

  @Override
  public boolean isDeflated() {
    return stored.isDeflated();
  }

  @Override
  public Pass begin() throws IOException {
    return new SwappedPass(stored.begin(), layout);
  }

  @Override
  public void requireWhole() throws IOException {
    stored.requireWhole();
  }

  /// Turns whole elements round, a piece at a time.
  private static final class SwappedPass implements Pass {
    private final Pass pass;
    private final Arena arena = Arena.ofShared();
    private final LittleEndian order;
    private MemorySegment turned = MemorySegment.NULL;

    SwappedPass(Pass pass, Layout layout) {
      this.pass = pass;
      this.order = new LittleEndian(layout, arena);
    }

    @Override
    public MemorySegment next(long bytes) throws IOException {
      if (bytes <= LittleEndian.PIECE) {
        return order.of(pass.next(bytes));
      }
      if (turned.byteSize() < bytes) {
        turned = arena.allocate(bytes);
      }
      for (long at = 0; at < bytes; at += LittleEndian.PIECE) {
        long size = Math.min(LittleEndian.PIECE, bytes - at);
        MemorySegment.copy(order.of(pass.next(size)), 0, turned, at, size);
      }
      return turned.asSlice(0, bytes);
    }

    @Override
    public void skip(long bytes) throws IOException {
      pass.skip(bytes);
    }

    @Override
    public void close() throws IOException {
      arena.close();
      pass.close();
    }
  }
}
