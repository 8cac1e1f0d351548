package io.cleave.file.output;

import io.cleave.file.stored.IoFailure;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Existing;
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

/// One output file: written under a temporary name in its own folder, and renamed when it is
/// complete. Its bytes may come in any order.
///
/// Thread-safe: discarding the file stops a thread that is writing it at its next piece.
final class AsideFile {
  private final Path target;
  private final Path temporary;

  /// The present name of the file; null before it is created and after it is deleted.
  private @Nullable Path place;

  /// Whether renaming the file has replaced another one.
  private boolean hasReplaced;

  private @Nullable FileChannel channel;
  private boolean discarded;

  /// @param run part of the temporary name, the same for all files of a run and for no other run
  AsideFile(Path target, String run) {
    this.target = target;
    this.temporary = target.resolveSibling(".%s.%s.tmp".formatted(target.getFileName(), run));
  }

  /// The final name.
  Path target() {
    return target;
  }

  /// The name until the file is renamed.
  Path temporary() {
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
      throw new BadFileException(
          "%s and another part have names that this file system takes for the same; give others"
              .formatted(target));
    } catch (IOException e) {
      throw IoFailure.of("create", target, e);
    }
  }

  /// Writes bytes, which must be native or a byte array.
  ///
  /// @param at where in the file
  synchronized void write(long at, MemorySegment bytes) throws IOException {
    requireWanted();
    try {
      FileChannel open = channel();
      ByteBuffer buffer = bytes.asByteBuffer();
      while (buffer.position() < bytes.byteSize()) {
        // A channel copies what is on the heap to a buffer of its own, which it keeps.
        buffer.limit((int) Math.min(bytes.byteSize(), buffer.position() + LittleEndian.PIECE));
        open.write(buffer, at + buffer.position());
      }
    } catch (IOException e) {
      throw IoFailure.of("write", target, e);
    }
  }

  /// Has the system copy bytes from another file.
  ///
  /// @param from where they begin there
  /// @param at where they go here
  /// @return how many were copied; fewer than `count` where the other file ends
  synchronized long take(FileChannel source, long from, long count, long at) throws IOException {
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

  /// Writes the whole file from what another one holds. That may take long: discarding it does not
  /// wait, but closes the channel.
  void fill(Path from, AsideFiles.Repacking way) throws IOException {
    try {
      way.repack(from, current());
    } catch (IOException e) {
      throw IoFailure.of("write", target, e);
    }
  }

  private synchronized FileChannel current() throws IOException {
    requireWanted();
    return channel();
  }

  /// Reads bytes back.
  ///
  /// @param at where in the file
  /// @param bytes native or a byte array; how many are read
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

  /// Gives the file descriptor back; what comes next opens the file again.
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

  /// Flushes the file to disk. Does nothing if it was never created.
  synchronized void sync() throws IOException {
    requireWanted();
    if (place == null) {
      return;
    }
    try {
      channel().force(true);
    } catch (IOException e) {
      throw IoFailure.of("bring to the disk", target, e);
    }
  }

  /// Renames the file to its final name. Does nothing if it was never created.
  ///
  /// @param existing whether it may replace a file of that name
  synchronized void rename(Existing existing) throws IOException {
    requireWanted();
    if (place == null) {
      return;
    }
    release();
    // Again, since it was checked before a part was written.
    OutputCheck.requireAllowed(target, existing);
    try {
      boolean replaces = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      place = target;
      hasReplaced = replaces;
    } catch (IOException e) {
      throw IoFailure.of("replace", target, e);
    }
  }

  /// Whether the file has its final name, and another one was lost for it.
  synchronized boolean hasReplaced() {
    return hasReplaced;
  }

  /// Deletes the file, unless it has replaced another one.
  synchronized void discard() throws IOException {
    discarded = true;
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
    if (discarded) {
      throw new IOException("writing %s was stopped".formatted(target));
    }
  }
}
