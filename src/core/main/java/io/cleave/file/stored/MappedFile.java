package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A whole file, mapped read-only. One mapping serves all tensors in it: systems allow a process
/// some ten thousand, and an archive may have more members. It does not own the mapping: the arena
/// does.
///
/// @param file the file
/// @param bytes all that it holds
public record MappedFile(Path file, MemorySegment bytes) {
  /// What a file's headers are turned into.
  public interface Parser<T> {
    /// Reads the headers.
    T parse(MappedFile file) throws IOException;
  }

  /// Maps a file.
  ///
  /// @throws BadFileException if it is missing or none that can be mapped
  public static MappedFile open(Path file, Arena arena) throws IOException {
    try (FileChannel channel = channel(file)) {
      return new MappedFile(file, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (UnsupportedOperationException _) {
      // Neither an archive that is opened as a file system nor one in memory can.
      throw new BadFileException(
          "%s is not in a file system whose files can be mapped; copy it to one first"
              .formatted(file));
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  private static FileChannel channel(Path file) throws IOException {
    // Before it is opened: opening a pipe would wait for its writer.
    requireRegular(file);
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException _) {
      throw missing(file);
    } catch (AccessDeniedException _) {
      throw new BadFileException(
          "%s may not be read by this user; check its permissions".formatted(file));
    }
  }

  private static void requireRegular(Path file) {
    if (file.toString().isEmpty()) {
      throw new BadFileException("the name of the file is empty; give one");
    }
    if (Files.isDirectory(file)) {
      throw new BadFileException("%s is a folder; give a file".formatted(file));
    }
    if (!Files.exists(file)) {
      throw missing(file);
    }
    if (!Files.isRegularFile(file)) {
      throw new BadFileException(
          "%s is not a regular file and cannot be mapped; save its content to a file first"
              .formatted(file));
    }
  }

  private static BadFileException missing(Path file) {
    return new BadFileException(
        "%s does not exist, or its folder may not be read; check the name".formatted(file));
  }

  /// Reads the headers; what is wrong with them is said with the file's name.
  public <T> T parsed(Parser<T> parser) throws IOException {
    try {
      return parser.parse(this);
    } catch (InternalError e) {
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      throw new IOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw BadFileException.in(file, e);
    }
  }

  /// How many bytes it holds.
  public long size() {
    return bytes.byteSize();
  }

  /// Bytes of the file as a tensor's content.
  public MappedContent content(long offset, long size) {
    return new MappedContent(file, offset, bytes.asSlice(offset, size));
  }
}
