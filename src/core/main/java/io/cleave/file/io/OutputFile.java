package io.cleave.file.io;

import io.cleave.file.format.IoFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// One of [AtomicFiles]. Its bytes may be written in any order.
///
/// Thread-safe: discarding the file stops a thread that is writing it at its next piece.
final class OutputFile {
  /// The most that is written in one go: bounds how long the end of the process has to wait.
  static final long PIECE = 8L << 20;

  private final Path target;

  /// The name until the file is renamed.
  private Path temporary;

  /// The present name of the file; null before it is created and after it is deleted.
  private @Nullable Path place;

  private boolean hasReplaced;
  private @Nullable FileChannel channel;
  private boolean isDiscarded;

  /// @param run part of the temporary name, the same for all files of a run and for no other run
  OutputFile(Path target, String run) {
    this.target = target;
    this.temporary = temporary(target, run);
  }

  static Path temporary(Path target, String run) {
    return target.resolveSibling(".%s.%s.tmp".formatted(target.getFileName(), run));
  }

  /// The final name.
  Path target() {
    return target;
  }

  /// The name until the file is renamed.
  synchronized Path temporary() {
    return temporary;
  }

  synchronized void create() throws IOException {
    requireWanted();
    try {
      channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      place = temporary;
    } catch (FileAlreadyExistsException _) {
      throw new FileAlreadyExistsException(
          target.toString(),
          null,
          "it and another part have names that this file system takes for the same; give others");
    } catch (IOException e) {
      throw IoFailure.of("create", target, e);
    }
  }

  void write(long at, byte[] bytes) throws IOException {
    write(at, MemorySegment.ofArray(bytes));
  }

  /// Writes bytes, which must be native or a byte array.
  ///
  /// @param at where in the file
  synchronized void write(long at, MemorySegment bytes) throws IOException {
    requireWanted();
    try {
      FileChannel open = channel();
      for (long from = 0; from < bytes.byteSize(); from += PIECE) {
        long size = Math.min(PIECE, bytes.byteSize() - from);
        ByteBuffer buffer = bytes.asSlice(from, size).asByteBuffer();
        while (buffer.hasRemaining()) {
          open.write(buffer, at + from + buffer.position());
        }
      }
    } catch (IOException e) {
      throw IoFailure.of("write", target, e);
    }
  }

  /// Has the system copy bytes from another file, on Linux within the kernel.
  ///
  /// @param from where they begin there
  /// @param at where they go here
  /// @return how many were copied; fewer than `count` where the other file ends
  synchronized long transfer(FileChannel source, long from, long count, long at)
      throws IOException {
    requireWanted();
    try {
      FileChannel open = channel();
      long copied = 0;
      long more = -1;
      while (copied < count && more != 0) {
        open.position(at + copied);
        more = source.transferTo(from + copied, count - copied, open);
        copied += more;
      }
      return copied;
    } catch (IOException e) {
      throw IoFailure.of("write", target, e);
    }
  }

  /// Reads bytes back.
  ///
  /// @param at where in the file
  /// @param bytes native or a byte array of at most 2 GiB; how many are read
  /// @return how many were there
  synchronized int read(long at, MemorySegment bytes) throws IOException {
    requireWanted();
    try {
      FileChannel open = channel();
      ByteBuffer buffer = bytes.asByteBuffer();
      while (buffer.hasRemaining() && open.read(buffer, at + buffer.position()) >= 0) {}
      return buffer.position();
    } catch (IOException e) {
      throw IoFailure.of("read back", target, e);
    }
  }

  private FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open =
          FileChannel.open(
              temporary,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      channel = open;
    }
    return open;
  }

  /// Closes the file's descriptor; it is opened again when it is needed.
  synchronized void release() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw IoFailure.of("write", target, e);
      }
    }
  }

  /// Takes another file in place of what has been written.
  synchronized void replaceBy(Path other) throws IOException {
    requireWanted();
    release();
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw IoFailure.of("delete", temporary, e);
    }
    temporary = other;
    place = other;
  }

  /// Flushes the file to disk.
  synchronized void sync() throws IOException {
    requireWanted();
    try {
      channel().force(true);
    } catch (IOException e) {
      throw IoFailure.of("bring to the disk", target, e);
    }
  }

  /// Renames the file to its final name.
  synchronized void rename(boolean replace) throws IOException {
    requireWanted();
    release();
    // Again, since it was checked before a part was written.
    if (!replace) {
      OutputCheck.requireFree(target, false);
    }
    try {
      boolean replaces = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      place = target;
      hasReplaced = replaces;
    } catch (IOException e) {
      throw IoFailure.of("replace", target, e);
    }
  }

  /// True if the file has its final name, and another one was lost for it.
  synchronized boolean hasReplaced() {
    return hasReplaced;
  }

  /// Deletes the file, unless it has replaced another one.
  synchronized void discard() throws IOException {
    isDiscarded = true;
    release();
    Path file = place;
    if (file != null && !hasReplaced) {
      try {
        Files.deleteIfExists(file);
        place = null;
      } catch (IOException e) {
        throw IoFailure.of("delete", file, e);
      }
    }
  }

  private void requireWanted() throws IOException {
    if (isDiscarded) {
      throw new IOException("writing %s was stopped".formatted(target));
    }
  }
}
