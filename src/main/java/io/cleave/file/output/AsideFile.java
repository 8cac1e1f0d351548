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

/// One file that is written aside, under a hidden name in its own folder, and gets its name when it
/// is complete. Its bytes may come in any order.
///
/// Safe for use by many threads: discarding it stops whoever is writing it at the next piece.
final class AsideFile {
  private final Path target;
  private final Path temporary;
  private final Path hidden;

  /// Where the file stands now; null while there is none.
  private @Nullable Path place;

  /// What had the name before, until all files have theirs; null if there is none.
  private @Nullable FormerFile former;

  /// Whether it has its hidden name besides its own.
  private boolean hasBothNames;

  private @Nullable FileChannel channel;
  private boolean discarded;

  /// @param run what tells this run's files from those of all others
  AsideFile(Path target, String run) {
    this.target = target;
    this.temporary = HiddenName.of(target, run, HiddenName.Kind.TEMPORARY);
    this.hidden = HiddenName.of(target, run, HiddenName.Kind.FORMER);
  }

  /// The name that the file gets.
  Path target() {
    return target;
  }

  /// The name that the file has until then.
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

  /// Writes to a file all at once, in a way of its own.
  @FunctionalInterface
  interface Filling {
    /// Writes the whole file.
    void fill(FileChannel channel) throws IOException;
  }

  /// Has the file written all at once. That may take long: discarding it does not wait, but closes
  /// the channel.
  void fill(Filling filling) throws IOException {
    try {
      filling.fill(current());
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

  /// Brings the file to the disk. Does nothing if it was never created.
  synchronized void sync(Durability durability) throws IOException {
    requireWanted();
    if (place == null) {
      return;
    }
    try {
      durability.file(temporary, channel());
    } catch (IOException e) {
      throw IoFailure.of("bring to the disk", target, e);
    }
  }

  /// Gives the file its name. Does nothing if it was never created.
  ///
  /// @param existing what becomes of a file that has the name
  synchronized void rename(Existing existing) throws IOException {
    requireWanted();
    if (place == null) {
      return;
    }
    release();
    // Again, since it was checked before a part was written.
    OutputCheck.requireAllowed(target, existing);
    try {
      hasBothNames = existing == Existing.REFUSED && link();
      if (!hasBothNames) {
        former = FormerFile.keep(target, hidden);
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      }
      place = target;
    } catch (IOException e) {
      throw IoFailure.of("replace", target, e);
    }
  }

  /// Gives the file its name as a second one, if nothing has it: moving would replace what got it
  /// since that was checked.
  ///
  /// @return whether it was given; not where files cannot have two
  private boolean link() throws IOException {
    try {
      Files.createLink(target, temporary);
      return true;
    } catch (FileAlreadyExistsException e) {
      OutputCheck.requireAllowed(target, Existing.REFUSED);
      throw e;
    } catch (IOException | UnsupportedOperationException _) {
      // Not every file system has links, nor may every user make them: a moment is left then.
      return false;
    }
  }

  /// Gives up what had the name before, and the hidden name.
  synchronized void settle() throws IOException {
    dropHiddenName();
    FormerFile replaced = former;
    former = null;
    if (replaced != null) {
      try {
        replaced.forget();
      } catch (IOException e) {
        throw IoFailure.of("delete", hidden, e);
      }
    }
  }

  /// Deletes the file, whatever its name is by now, and puts back what had the name before.
  synchronized void discard() throws IOException {
    discarded = true;
    release();
    Path file = place;
    if (file != null) {
      try {
        Files.deleteIfExists(file);
        place = null;
      } catch (IOException e) {
        throw IoFailure.of("delete", file, e);
      }
    }
    dropHiddenName();
    restore();
  }

  /// Takes its hidden name from a file that has both.
  private void dropHiddenName() throws IOException {
    if (hasBothNames) {
      try {
        Files.deleteIfExists(temporary);
        hasBothNames = false;
      } catch (IOException e) {
        throw IoFailure.of("delete", temporary, e);
      }
    }
  }

  private void restore() throws IOException {
    FormerFile replaced = former;
    former = null;
    if (replaced != null) {
      try {
        replaced.restore();
      } catch (IOException e) {
        throw IoFailure.of("put back", target, e);
      }
    }
  }

  private void requireWanted() throws IOException {
    if (discarded) {
      throw new IOException("writing %s was stopped".formatted(target));
    }
  }
}
