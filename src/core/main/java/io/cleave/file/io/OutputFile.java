package io.cleave.file.io;

import io.cleave.file.format.FileLayout;
import io.cleave.spi.IoFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One of [AtomicFiles]. Its bytes may be written in any order. It is not mapped, since a full disk
/// would end in an `InternalError`.
///
/// Thread-safe: discarding the file stops a thread that is writing it at its next piece.
final class OutputFile {
  /// The most bytes of a write, for which the end of the process may have to wait.
  static final long BUFFER = 8L << 20;

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  private static final Set<OpenOption> KNOWN =
      Set.of(LinkOption.NOFOLLOW_LINKS, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final Path target;
  private final Path temporary;
  private final boolean staysOpen;

  private boolean isCreated;
  private boolean isRenamed;
  private boolean hasReplaced;
  private @Nullable FileChannel channel;
  private boolean isDiscarded;

  /// @param temporary the name until the file is renamed
  /// @param staysOpen false if the file is opened again each time
  OutputFile(Path target, Path temporary, boolean staysOpen) {
    this.target = target;
    this.temporary = temporary;
    this.staysOpen = staysOpen;
  }

  /// The final name.
  Path target() {
    return target;
  }

  /// The name until the file is renamed.
  Path temporary() {
    return temporary;
  }

  /// Creates the file.
  ///
  /// @throws FileAlreadyExistsException if something has its name
  void create() throws IOException {
    use("create", _ -> 0);
  }

  @FunctionalInterface
  private interface Use {
    /// @return a number of bytes
    long of(FileChannel channel) throws IOException;
  }

  private synchronized long use(String action, Use use) throws IOException {
    requireNotDiscarded();
    try {
      if (channel == null) {
        channel = open();
        isCreated = true;
      }
      long bytes = use.of(channel);
      if (!staysOpen) {
        close();
      }
      return bytes;
    } catch (FileAlreadyExistsException _) {
      throw new FileAlreadyExistsException(
          target.toString(),
          null,
          "it and another part have names that this file system takes for the same; give others");
    } catch (IOException e) {
      throw IoFailure.of(action, target, e);
    }
  }

  private FileChannel open() throws IOException {
    try {
      return FileChannel.open(temporary, isCreated ? KNOWN : NEW);
    } catch (NoSuchFileException e) {
      Path folder = temporary.toAbsolutePath().getParent();
      if (isCreated || folder == null) {
        throw e;
      }
      // Another job that failed has removed the folder, which it had created.
      Files.createDirectories(folder);
      return FileChannel.open(temporary, NEW);
    }
  }

  private void close() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }

  /// Writes bytes, which must be native or a byte array.
  ///
  /// @param at where in the file
  /// @return how many there are
  long write(long at, MemorySegment bytes) throws IOException {
    long done = 0;
    while (done < bytes.byteSize()) {
      long from = done;
      long size = Math.min(BUFFER, bytes.byteSize() - from);
      ByteBuffer piece = bytes.asSlice(from, size).asByteBuffer();
      done += use("write", open -> open.write(piece, at + from));
    }
    return done;
  }

  /// Writes what stands around the data.
  void write(List<FileLayout.Chunk> chunks) throws IOException {
    for (FileLayout.Chunk chunk : chunks) {
      write(chunk.offset(), chunk.bytes());
    }
  }

  /// Has the system copy bytes from another file, on Linux within the kernel.
  ///
  /// @param from where they begin there
  /// @param at where they go here
  /// @return how many were copied, which may be fewer; 0 where the other file ends
  long transfer(FileChannel source, long from, long count, long at) throws IOException {
    return use(
        "write",
        open -> {
          open.position(at);
          return source.transferTo(from, count, open);
        });
  }

  /// Reads bytes back.
  ///
  /// @param at where in the file
  /// @param bytes native or a byte array of at most 2 GiB
  /// @return how many were read, which may be fewer; 0 where the file ends
  long read(long at, MemorySegment bytes) throws IOException {
    return use("read back", open -> Math.max(0, open.read(bytes.asByteBuffer(), at)));
  }

  /// Closes the file's descriptor; it is opened again when it is needed.
  ///
  /// @param flush true if its bytes are to be on the disk
  synchronized void release(boolean flush) throws IOException {
    if (flush) {
      use(
          "bring to the disk",
          open -> {
            open.force(true);
            return 0;
          });
    }
    IoFailure.run("write", target, this::close);
  }

  /// Takes another file in place of what has been written.
  synchronized void replaceBy(OutputFile other) throws IOException {
    requireNotDiscarded();
    release(false);
    IoFailure.run(
        "write",
        target,
        () -> Files.move(other.temporary, temporary, StandardCopyOption.REPLACE_EXISTING));
  }

  /// Renames the file to its final name.
  synchronized void rename() throws IOException {
    requireNotDiscarded();
    boolean replaces = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    IoFailure.run(
        "replace", target, () -> Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE));
    isRenamed = true;
    hasReplaced = replaces;
  }

  /// True if the file has its final name, and another one was lost for it.
  synchronized boolean hasReplaced() {
    return hasReplaced;
  }

  /// Deletes the file, unless it has replaced another one.
  synchronized void discard() throws IOException {
    isDiscarded = true;
    release(false);
    Path file = isRenamed ? target : temporary;
    if (!hasReplaced) {
      IoFailure.run("delete", file, () -> Files.deleteIfExists(file));
    }
  }

  private void requireNotDiscarded() throws IOException {
    if (isDiscarded) {
      throw new IOException("writing %s was stopped".formatted(target));
    }
  }
}
