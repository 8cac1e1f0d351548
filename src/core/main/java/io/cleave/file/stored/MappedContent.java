package io.cleave.file.stored;

import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Pass;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Bytes that stand in a file as they are, mapped into memory and not yet looked at. It does not
/// own the mapping: whoever made the segment's arena does.
///
/// @param file the file
/// @param offset where in the file the bytes begin
/// @param data the bytes
/// @param key what tells the file from all others, whatever their names; null if that is not known
/// @param member the member of an archive whose checksum covers them; null if there is none
public record MappedContent(
    Path file, long offset, MemorySegment data, @Nullable Object key, @Nullable StoredMember member)
    implements Content {
  /// Bytes of a file that was mapped just now.
  public MappedContent(Path file, long offset, MemorySegment data) {
    this(file, offset, data, keyOf(file), null);
  }

  /// The bytes from one of them on, as those of a member of an archive.
  public MappedContent from(long begin, StoredMember whole) {
    return new MappedContent(file, offset + begin, data.asSlice(begin), key, whole);
  }

  private static @Nullable Object keyOf(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException _) {
      return null;
    }
  }

  /// Opens the file again, for the system to copy from. The mapping keeps the file's key from being
  /// given to another one.
  ///
  /// @return nothing if the file has been deleted or replaced, or cannot be told from others
  public Optional<FileChannel> reopen() throws IOException {
    if (key == null || !key.equals(keyOf(file))) {
      return Optional.empty();
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException _) {
      return Optional.empty();
    }
    if (key.equals(keyOf(file))) {
      return Optional.of(channel);
    }
    channel.close();
    return Optional.empty();
  }

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
