package io.cleave.choice;

import io.cleave.plan.Experimental;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Writes records: only `cleave tune` does, all other processes read.
///
/// A file is never changed in place: what it holds and what is new are written beside it and take
/// its name in one step, so that whoever reads meanwhile, or is killed meanwhile, has the old one
/// or the new one. Two who write at once take turns.
@Experimental
public final class RecordFile {
  private static final Set<PosixFilePermission> OPEN_TO_ALL =
      PosixFilePermissions.fromString("rw-r--r--");

  /// Another process has the lock for as long as it takes to write a file.
  private static final int MOST_TRIES = 100;

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path folder;
  private final Path file;
  private final Stamp stamp;

  private RecordFile(Path folder, Stamp stamp) {
    this.folder = folder;
    this.file = Place.file(folder, stamp);
    this.stamp = stamp;
  }

  /// That of this machine and JVM, in the usual place.
  ///
  /// @throws IllegalArgumentException if the system has no folder for it; says what to set
  public static RecordFile usual() {
    return Place.folder()
        .map(folder -> in(folder, Stamp.here()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "this system has no folder for caches; name one with -D%s=FOLDER"
                        .formatted(Place.PROPERTY)));
  }

  static RecordFile in(Path folder, Stamp stamp) {
    return new RecordFile(folder, stamp);
  }

  /// Where it is, or will be.
  public Path path() {
    return file;
  }

  /// What it holds.
  public Records read() {
    return Records.read(file, stamp);
  }

  /// Adds verdicts that last; those on the same occasions are replaced.
  ///
  /// @return how many it holds now
  /// @throws IOException if the system fails: the disk is full, say; then it holds what it held
  public int add(List<Verdict> verdicts) throws IOException {
    // A file's lock is for processes; threads of one would be refused.
    synchronized (RecordFile.class) {
      try {
        Files.createDirectories(folder, rights("rwxr-xr-x"));
        return addAlone(verdicts);
      } catch (IOException e) {
        throw failure("write", e);
      }
    }
  }

  /// The system's own messages may be a bare file name.
  private IOException failure(String action, IOException e) {
    String reason =
        e instanceof FileSystemException failure
            ? Objects.requireNonNullElse(failure.getReason(), e.getClass().getSimpleName())
            : Objects.requireNonNullElse(e.getMessage(), e.toString());
    return new IOException("cannot %s %s: %s".formatted(action, file, reason), e);
  }

  private int addAlone(List<Verdict> verdicts) throws IOException {
    try (FileChannel channel = openLock();
        FileLock _ = locked(channel)) {
      Map<String, Recorded> all = new LinkedHashMap<>();
      // Not those that are used where the file cannot be read, which are none.
      Records.readWhole(file, stamp).all().forEach(one -> all.put(one.occasion(), one));
      String today = LocalDate.now(ZoneOffset.UTC).toString();
      for (Verdict verdict : verdicts.stream().filter(Verdict::isLasting).toList()) {
        // To the end, where the newest stand.
        all.remove(verdict.occasion());
        all.put(verdict.occasion(), Recorded.of(verdict, today));
      }
      List<Recorded> newest = Records.newest(all.values(), stamp);
      replace(Records.text(newest, stamp));
      return newest.size();
    }
  }

  /// Its owner alone may open it: whoever may read it could keep it locked.
  private FileChannel openLock() throws IOException {
    Path lock = lock();
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
      if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileSystemException(
            lock.toString(), null, "the lock beside it is not a regular file; delete it");
      }
      closeToOthers(lock);
    }
    return FileChannel.open(
        lock,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        rights("rw-------"));
  }

  private Path lock() {
    return folder.resolve("lock");
  }

  /// What an older version has created for all to read. Other rights somebody has given it.
  private static void closeToOthers(Path lock) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(lock, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (view != null && view.readAttributes().permissions().equals(OPEN_TO_ALL)) {
        view.setPermissions(PosixFilePermissions.fromString("rw-------"));
      }
    } catch (FileSystemException _) {
      // It is another user's, whose affair it is who may lock it, or is gone by now.
    }
  }

  /// @param channel to the lock
  private FileLock locked(FileChannel channel) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new FileLockInterruptionException();
      }
      LockSupport.parkNanos(PAUSE);
    }
    throw new IOException(
        "%s has been locked by another process for %s seconds; end that, or name another folder with -D%s=FOLDER"
            .formatted(lock(), TimeUnit.NANOSECONDS.toSeconds(MOST_TRIES * PAUSE), Place.PROPERTY));
  }

  /// Under a name that is always the same: who holds the lock writes alone, and finds what another
  /// one left who was killed.
  private void replace(String text) throws IOException {
    Path aside = folder.resolve(".%s.tmp".formatted(file.getFileName()));
    try {
      Files.deleteIfExists(aside);
      write(aside, text);
      try {
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      Files.deleteIfExists(aside);
      throw e;
    }
  }

  /// Where nothing is: what a link led to would be overwritten.
  private void write(Path aside, String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    try (FileChannel channel =
        FileChannel.open(
            aside,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            rights("rw-r--r--"))) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  /// What is created here its owner alone may write, whatever the process gives new files.
  private FileAttribute<?>[] rights(String rights) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  /// Forgets everything.
  ///
  /// @return whether there was anything
  /// @throws IOException if what is there is no file, and stays, or the system fails
  public boolean delete() throws IOException {
    try {
      requireFile();
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failure("delete", e);
    }
  }

  /// Records are a file, or a link to one: whatever else is there nobody has recorded.
  private void requireFile() throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isSymbolicLink(file)
        && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is not a regular file; remove it by hand");
    }
  }
}
