package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The bytes of a deflated member of an archive, unpacked as they are read and never all at once.
/// Whoever reads to the end knows that they are what was packed: length and checksum are checked
/// there.
///
/// It does not own the mapping: whoever opened the file does.
///
/// @param packed the deflated bytes as they stand in the file: the header, then the data
/// @param name what the archive calls the tensor
/// @param header how many bytes of what it unpacks to stand before the data
/// @param size how many bytes of data there are
/// @param crc32 the checksum of header and data
public record DeflatedContent(MappedContent packed, String name, long header, long size, int crc32)
    implements Content {
  @Override
  public long offset() {
    return packed.offset();
  }

  @Override
  public long storedSize() {
    return packed.size();
  }

  @Override
  public boolean isDeflated() {
    return true;
  }

  /// Begins to unpack. The pass owns the memory that it hands out.
  ///
  /// @throws BadFileException if the first bytes are damaged already
  @Override
  public Pass begin() {
    DeflatedPass pass = new DeflatedPass(this);
    try {
      pass.skip(header);
      return pass;
    } catch (BadFileException | InternalError e) {
      pass.close();
      throw e;
    }
  }

  @Override
  public void requireWhole() throws IOException {
    packed.requireWhole();
  }

  /// Unpacks into a buffer that grows to the largest piece asked for.
  private static final class DeflatedPass implements Pass {
    /// What is unpacked at a time where nobody wants it.
    private static final long SKIPPED = 1 << 16;

    /// The largest piece of a segment that is a buffer.
    private static final long BUFFER = 1 << 30;

    private final DeflatedContent content;
    private final Inflation inflation;
    private Arena arena = Arena.ofShared();
    private MemorySegment buffer = MemorySegment.NULL;
    private long left;

    DeflatedPass(DeflatedContent content) {
      this.content = content;
      this.left = content.header + content.size;
      this.inflation = new Inflation(content.packed.data(), left);
    }

    @Override
    public MemorySegment next(long bytes) {
      MemorySegment piece = room(bytes).asSlice(0, bytes);
      try {
        unpack(piece);
      } catch (BadFileException e) {
        throw BadFileException.in(
            content.packed.file(),
            new BadFileException(
                "the tensor '%s': %s".formatted(OneLine.excerpt(content.name), e.getMessage())));
      }
      return piece.asReadOnly();
    }

    private void unpack(MemorySegment piece) {
      long bytes = piece.byteSize();
      for (long at = 0; at < bytes; at += BUFFER) {
        inflation.fill(piece.asSlice(at, Math.min(BUFFER, bytes - at)).asByteBuffer());
      }
      left -= bytes;
      if (left == 0 && bytes > 0) {
        inflation.requireEnd(content.crc32);
      }
    }

    private MemorySegment room(long bytes) {
      if (bytes > buffer.byteSize()) {
        arena.close();
        arena = Arena.ofShared();
        buffer = arena.allocate(bytes, Long.BYTES);
      }
      return buffer;
    }

    @Override
    public void skip(long bytes) {
      for (long unwanted = bytes; unwanted > 0; unwanted -= SKIPPED) {
        next(Math.min(unwanted, SKIPPED));
      }
    }

    @Override
    public void close() {
      inflation.close();
      if (arena.scope().isAlive()) {
        arena.close();
      }
    }
  }
}
