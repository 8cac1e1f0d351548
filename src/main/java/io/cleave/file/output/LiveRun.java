package io.cleave.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What tells others, in other processes as well, that a run is alive and that its hidden files are
/// to be left alone: a file `.cleave.RUN.lock` in its folder, which the system keeps locked until
/// the process lets go of it or ends, however it ends. It is there before the first hidden file and
/// goes after the last.
///
/// A lock, and no number of a process: containers that share a folder number theirs alike.
///
/// Where there can be none, for some file systems know no locks, the run goes on without; only,
/// what it leaves when it is killed stays. So it does where another process keeps the file locked:
/// its owner alone may open it, but not where files have no rights.
///
/// Used by one thread at a time.
final class LiveRun {
  private static final Logger LOG = LoggerFactory.getLogger(LiveRun.class);

  /// The runs of this process. Their files must not even be opened: when any channel to a file is
  /// closed, systems may let go of all locks that the process has on it.
  private static final Set<String> OWN = ConcurrentHashMap.newKeySet();

  /// How often a file is tried that another has locked. Who looks for what is left has it for as
  /// long as looking takes.
  private static final int MOST_TRIES = 100;

  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final String run;
  private final Path file;
  private @Nullable FileChannel channel;
  private int tries;
  private boolean isLocked;
  private boolean folderIsGone;

  private LiveRun(String run, Path file) {
    this.run = run;
    this.file = file;
  }

  /// Whether a run is known to be alive, since it is one of this process.
  static boolean isOwn(String run) {
    return OWN.contains(run);
  }

  /// Takes note that a run is one of this process, though of other classes than these.
  static void noteOwn(String run) {
    OWN.add(run);
  }

  /// Takes note that one of those has ended.
  static void noteEnd(String run) {
    OWN.remove(run);
  }

  /// Shows that a run is alive.
  ///
  /// @param folder what it writes to; should it be gone by now, [#folderIsGone()] says so
  static LiveRun begin(Path folder, String run) {
    OWN.add(run);
    LiveRun begun = new LiveRun(run, HiddenName.lock(folder, run));
    begun.tryLock();
    return begun;
  }

  /// Whether another has the file locked, so that this is to be asked again in a moment. Not where
  /// that has lasted too long: the run goes on without.
  boolean isWaiting() {
    if (channel != null && !isLocked) {
      tryLock();
    }
    return channel != null && !isLocked;
  }

  private void tryLock() {
    try {
      lock();
      if (!isLocked && ++tries == MOST_TRIES) {
        throw new IOException("another process has it locked");
      }
    } catch (IOException | UnsupportedOperationException | OverlappingFileLockException e) {
      LOG.debug("{} cannot be locked: {}", file, e.toString());
      folderIsGone = e instanceof NoSuchFileException;
      goWithout();
    }
  }

  /// Whoever looks for what dead runs have left may have locked it before this one could, and then
  /// removes it.
  private void lock() throws IOException {
    FileChannel open = channel == null ? create() : channel;
    isLocked = open.tryLock() != null;
    while (isLocked && !Files.exists(file)) {
      unlock();
      isLocked = create().tryLock() != null;
    }
  }

  /// Nothing that is there, not even a link: it would be somebody else's. Whoever may read it could
  /// lock it, too.
  private FileChannel create() throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FileChannel open =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? FileChannel.open(file, options, OWNER_ALONE)
            : FileChannel.open(file, options);
    channel = open;
    return open;
  }

  /// Without a lock the file would say that the run is dead.
  private void goWithout() {
    if (channel != null) {
      forget();
    }
    unlock();
  }

  /// Whether somebody has removed the folder before there was a lock in it.
  boolean folderIsGone() {
    return folderIsGone;
  }

  /// Says that no hidden file of the run is left.
  void end() {
    forget();
    abandon();
  }

  /// Says that the run is over, but has left hidden files, which the next run may remove.
  void abandon() {
    unlock();
    OWN.remove(run);
  }

  /// While it is locked: whoever has it open then, and locks it next, has nothing to remove.
  private void forget() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("{} cannot be deleted: {}", file, e.toString());
    }
  }

  private void unlock() {
    FileChannel open = channel;
    channel = null;
    isLocked = false;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.debug("{} cannot be closed: {}", file, e.toString());
      }
    }
  }
}
