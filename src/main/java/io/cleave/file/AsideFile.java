package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// One file that is written aside, under a hidden name in its own folder, and gets its name when it
/// is complete.
///
/// Safe for use by many threads: discarding it stops whoever is writing it at the next piece.
final class AsideFile {
  private final Path target;
  private final Path temporary;

  /// Where the file stands now; null while there is none.
  private @Nullable Path place;

  private @Nullable FileChannel channel;
  private boolean discarded;

  /// @param run what tells this run's files from those of all others
  AsideFile(Path target, String run) {
    this.target = target;
    this.temporary = target.resolveSibling(".%s.%s.tmp".formatted(target.getFileName(), run));
  }

  synchronized void create() throws IOException {
    requireWanted();
    try {
      channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      place = temporary;
    } catch (FileAlreadyExistsException _) {
      throw new BadFileException(
          "%s and another part have names that this file system takes for the same; give others"
              .formatted(target));
    } catch (IOException e) {
      throw IoFailure.of("create", temporary, e);
    }
  }

  /// Appends bytes, which must be native or byte arrays.
  synchronized void append(MemorySegment bytes) throws IOException {
    requireWanted();
    try {
      FileChannel open = channel;
      if (open == null) {
        open = FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        channel = open;
      }
      ByteBuffer buffer = bytes.asByteBuffer();
      while (buffer.hasRemaining()) {
        open.write(buffer);
      }
    } catch (IOException e) {
      throw IoFailure.of("write", target, e);
    }
  }

  /// Gives the file descriptor back; the next append opens the file again.
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

  /// Gives the file its name, in the place of what had it. Does nothing if it was never created.
  synchronized void rename() throws IOException {
    requireWanted();
    if (place == null) {
      return;
    }
    release();
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      place = target;
    } catch (IOException e) {
      throw IoFailure.of("replace", target, e);
    }
  }

  /// Deletes the file, whatever its name is by now.
  synchronized void discard() throws IOException {
    discarded = true;
    release();
    Path file = place;
    if (file == null) {
      return;
    }
    try {
      Files.deleteIfExists(file);
      place = null;
    } catch (IOException e) {
      throw IoFailure.of("delete", file, e);
    }
  }

  private void requireWanted() throws IOException {
    if (discarded) {
      throw new IOException("writing %s was stopped".formatted(target));
    }
  }
}
