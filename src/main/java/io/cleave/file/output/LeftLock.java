package io.cleave.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lock that a run may have left, taken by whoever looks: while it is open, nobody else takes
/// it, or the run is alive.
final class LeftLock implements AutoCloseable {
  /// Never closed, see [#open].
  private static final List<FileChannel> KEPT = new ArrayList<>();

  private final @Nullable FileChannel channel;
  private final @Nullable FileLock held;

  private LeftLock(@Nullable FileChannel channel, @Nullable FileLock held) {
    this.channel = channel;
    this.held = held;
  }

  /// Tries to take a lock.
  ///
  /// @param run whose it is or was, none of this process as far as is known
  static LeftLock open(Path lock, String run) throws IOException {
    // Not WRITE alone, with which a pipe that was put there a moment ago would wait for a reader.
    FileChannel channel =
        FileChannel.open(
            lock, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try {
      return new LeftLock(channel, channel.tryLock());
    } catch (OverlappingFileLockException _) {
      // These classes are twice in one process, and the others are at work: closing the channel
      // would take the lock from them.
      keep(channel);
      LiveRun.noteOwn(run);
      return new LeftLock(null, null);
    } catch (IOException | UnsupportedOperationException e) {
      channel.close();
      throw e;
    }
  }

  private static synchronized void keep(FileChannel channel) {
    KEPT.add(channel);
  }

  /// Whether nobody holds it.
  boolean isDead() {
    return held != null;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
