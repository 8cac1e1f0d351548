package io.cleave.file.format;

import io.cleave.spi.IoFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A whole file, mapped read-only until it is closed. Safe for use by many threads.
public final class MappedFile implements AutoCloseable {
  private final Path path;
  private final Optional<Object> key;
  private FileChannel channel;
  private Arena arena;
  private MemorySegment bytes;

  /// Maps a file.
  ///
  /// @throws FileSystemException if it is missing, or none that can be mapped
  /// @throws IOException if the system fails
  public MappedFile(Path path) throws IOException {
    this.path = path;
    this.channel = channel(path);
    this.arena = Arena.ofShared();
    this.bytes = map();
    this.key = key(path);
  }

  private MemorySegment map() throws IOException {
    try {
      return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (UnsupportedOperationException | IOException e) {
      close();
      if (e instanceof IOException failed) {
        throw IoFailure.of("read", path, failed);
      }
      // Neither an archive that is opened as a file system nor one in memory can.
      throw problem(
          path, "it is not in a file system whose files can be mapped; copy it to one first");
    }
  }

  /// Maps the file again, after it was closed, before other threads use it.
  ///
  /// @return this file
  /// @throws IOException if it was replaced or changed its size
  public MappedFile reopen() throws IOException {
    long size = size();
    channel = channel(path);
    arena = Arena.ofShared();
    bytes = map();
    if (size() != size || !key.equals(key(path))) {
      close();
      throw new IOException(
          "%s was replaced while others were split; split it again".formatted(path));
    }
    return this;
  }

  /// Opens a file for reading.
  ///
  /// @throws FileSystemException if it is missing, or no regular file
  public static FileChannel channel(Path file) throws IOException {
    // Before it is opened: opening a pipe would wait for its writer.
    if (Files.isDirectory(file)) {
      throw problem(file, "it is a folder; give a file");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw problem(
          file, "it is not a regular file and cannot be mapped; save its content to a file first");
    }
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException _) {
      throw new NoSuchFileException(
          file.toString(),
          null,
          "it does not exist, or its folder may not be read; check the name");
    } catch (AccessDeniedException _) {
      throw new AccessDeniedException(
          file.toString(), null, "it may not be read by this user; check its permissions");
    }
  }

  private static FileSystemException problem(Path file, String problem) {
    return new FileSystemException(file.toString(), null, problem);
  }

  /// A key that tells a file from all others, however it is linked; empty if there is no file.
  public static Optional<Object> key(Path file) {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return Optional.of(key == null ? file.toRealPath() : key);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The name of the file.
  public Path path() {
    return path;
  }

  /// The whole file.
  public MemorySegment bytes() {
    return bytes;
  }

  /// The size of the file when it was mapped.
  public long size() {
    return bytes.byteSize();
  }

  /// The file for the system to copy from, also after it was deleted or replaced. It is closed with
  /// this mapping, and when a thread that uses it is interrupted.
  public FileChannel channel() {
    return channel;
  }

  /// Checks, after reading, that no other process cut the file short meanwhile: the rest of its
  /// last page would read as zeros. A file that was deleted stays whole until it is unmapped.
  ///
  /// @param end where the bytes end that were read
  /// @throws IOException if the file is shorter
  public void requireWhole(long end) throws IOException {
    long present;
    try {
      present = Files.size(path);
    } catch (NoSuchFileException _) {
      return;
    } catch (IOException e) {
      throw IoFailure.of("look at", path, e);
    }
    if (present < end) {
      throw new IOException(
          "%s shrank to %s bytes while it was read; split it again when it is complete"
              .formatted(path, present));
    }
  }

  @Override
  public void close() {
    arena.close();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(IoFailure.of("close", path, e));
    }
  }
}
