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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The lock that a run may have left, taken by whoever looks: while it is open, nobody else takes
/// it, or the run is alive.
final class LeftLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeftLock.class);

  /// Not closed as long as those whose locks they are hold them, see [#open].
  private static final List<Kept> KEPT = new ArrayList<>();

  /// @param channel to the lock of a run of this process, though of other classes
  private record Kept(FileChannel channel, String run) {}

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
      keep(new Kept(channel, run));
      return new LeftLock(null, null);
    } catch (IOException | UnsupportedOperationException e) {
      channel.close();
      throw e;
    }
  }

  private static synchronized void keep(Kept kept) {
    KEPT.add(kept);
    LiveRun.noteOwn(kept.run);
  }

  /// Closes what was kept for runs that have ended since, from which closing takes no lock.
  static synchronized void closeEnded() {
    KEPT.removeIf(LeftLock::closeIfEnded);
  }

  /// @return whether the run has ended
  private static boolean closeIfEnded(Kept kept) {
    try {
      if (kept.channel.tryLock() == null) {
        return false;
      }
    } catch (OverlappingFileLockException | IOException _) {
      return false;
    }
    try {
      kept.channel.close();
    } catch (IOException e) {
      LOG.debug("the lock of the run {} cannot be closed: {}", kept.run, e.toString());
    }
    LiveRun.noteEnd(kept.run);
    return true;
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
