package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Bytes that stand in a file as they are, mapped into memory and not yet looked at. It does not
/// own the mapping: whoever made the segment's arena does.
///
/// @param file the file
/// @param offset where in the file the bytes begin
/// @param data the bytes
public record MappedContent(Path file, long offset, MemorySegment data) implements Content {
  @Override
  public long size() {
    return data.byteSize();
  }

  @Override
  public Pass begin() {
    return new MappedPass(data);
  }

  /// The rest of the last page of a file that was cut short would read as zeros. A file that was
  /// deleted stays whole until it is unmapped.
  @Override
  public void requireWhole() throws IOException {
    long present = present();
    if (present < offset + data.byteSize()) {
      throw new IOException(
          "%s shrank to %s bytes while it was read; split it again when it is complete"
              .formatted(file, present));
    }
  }

  private long present() throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException _) {
      return Long.MAX_VALUE;
    } catch (IOException e) {
      throw IoFailure.of("look at", file, e);
    }
  }

  /// Hands out slices of the mapping.
  private static final class MappedPass implements Pass {
    private final MemorySegment data;
    private long at;

    MappedPass(MemorySegment data) {
      this.data = data;
    }

    @Override
    public MemorySegment next(long bytes) {
      MemorySegment slice = data.asSlice(at, bytes);
      at += bytes;
      return slice;
    }

    @Override
    public void skip(long bytes) {
      at += bytes;
    }

    @Override
    public void close() {
      // The mapping is the arena's.
    }
  }
}
