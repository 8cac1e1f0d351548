package io.cleave.file.output;

import io.cleave.file.stored.Container;
import io.cleave.file.tensor.Existing;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All the files of one split, which get their names together when the last one is complete, or
/// vanish together: when they are closed before that, or the process is told to end before that.
///
/// Different files may be written by different threads.
public final class AsideFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AsideFiles.class);

  /// With more files than this, none is held open. Systems allow a process as few as 256, and there
  /// may be several splits in one.
  public static final int MAX_OPEN = 64;

  /// Between two looks whether another has let go of a lock.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

  private final OutputFolder folder;
  private final List<AsideFile> files;
  private final String run;

  /// Tells others that the files are still written; null before the first is.
  private @Nullable LiveRun live;

  /// A file that is to replace one of the others; null most of the time.
  private @Nullable AsideFile successor;

  private final Thread hook = new Thread(this::discardAtExit, "cleave-discard");
  private boolean done;

  private AsideFiles(OutputFolder folder, List<AsideFile> files, String run) {
    this.folder = folder;
    this.files = new ArrayList<>(files);
    this.run = run;
  }

  /// Begins a set of files, none of which is there yet.
  ///
  /// @param targets the names that they get
  public static AsideFiles begin(OutputFolder folder, List<Path> targets) {
    String run = HiddenName.newRun();
    AsideFiles begun =
        new AsideFiles(
            folder, targets.stream().map(target -> new AsideFile(target, run)).toList(), run);
    Runtime.getRuntime().addShutdownHook(begun.hook);
    return begun;
  }

  /// Creates the folder where it is missing; in one that is there, removes what runs have left that
  /// were killed.
  public void createFolder() throws IOException {
    // Without keeping the hook from its work meanwhile: another user may hold the lock for ever.
    while (isKeptWaiting()) {
      LockSupport.parkNanos(PAUSE);
    }
  }

  /// Goes on as far as it can.
  ///
  /// @return whether another holds the lock of this run, so that this is to be called again
  private synchronized boolean isKeptWaiting() throws IOException {
    boolean isWaiting = live != null && live.isWaiting();
    int tries = 0;
    while (!done && (live == null || live.folderIsGone()) && tries++ < OutputFolder.MOST_TRIES) {
      folder.create();
      Leftovers.removeFrom(folder.path());
      // From now on the folder is not empty, and whoever else may have created it leaves it.
      live = LiveRun.begin(folder.path(), run);
      isWaiting = live.isWaiting();
    }
    return isWaiting;
  }

  /// Creates a file. One that is never created gets no name.
  ///
  /// @param chunks what stands in it from the beginning
  void create(int index, List<Container.Chunk> chunks) throws IOException {
    AsideFile file = files.get(index);
    file.create();
    for (Container.Chunk chunk : chunks) {
      file.write(chunk.offset(), chunk.bytes());
    }
    spare(file);
  }

  /// Writes to a file.
  ///
  /// @param at where in it
  /// @param bytes native memory or a byte array, not more than the process may take to end
  void write(int index, long at, MemorySegment bytes) throws IOException {
    AsideFile file = files.get(index);
    file.write(at, bytes);
    spare(file);
  }

  /// Has the system copy bytes from another file.
  ///
  /// @param from where they begin there
  /// @param count how many, not more than the process may take to end
  /// @param at where they go
  /// @return how many were copied; fewer than `count` where the other file ends
  long take(int index, FileChannel source, long from, long count, long at) throws IOException {
    AsideFile file = files.get(index);
    long copied = file.take(source, from, count, at);
    spare(file);
    return copied;
  }

  /// Reads back what was written.
  ///
  /// @return how many bytes were there
  int read(int index, long at, MemorySegment bytes) throws IOException {
    AsideFile file = files.get(index);
    int read = file.read(at, bytes);
    spare(file);
    return read;
  }

  /// Writes a file anew from what it holds.
  public interface Repacking {
    /// Reads the one and writes the other.
    void repack(Path from, FileChannel to) throws IOException;
  }

  /// Replaces a file that is complete by another one made of it, under the same name.
  void repack(int index, Repacking way) throws IOException {
    AsideFile before = files.get(index);
    before.release();
    AsideFile after = succeed(before);
    after.fill(channel -> way.repack(before.temporary(), channel));
    spare(after);
    before.discard();
    synchronized (this) {
      files.set(index, after);
      successor = null;
    }
  }

  private synchronized AsideFile succeed(AsideFile before) throws IOException {
    AsideFile after = new AsideFile(before.target(), run + HiddenName.PACKED);
    if (done) {
      throw new IOException("writing %s was stopped".formatted(before.target()));
    }
    successor = after;
    after.create();
    return after;
  }

  /// The name that a file gets.
  Path target(int index) {
    return files.get(index).target();
  }

  /// The name that a file has until then.
  Path temporary(int index) {
    return files.get(index).temporary();
  }

  private void spare(AsideFile file) throws IOException {
    if (files.size() > MAX_OPEN) {
      file.release();
    }
  }

  /// Gives all files their names. Should that fail halfway, closing deletes those as well that have
  /// theirs, and puts back what they replaced: an incomplete set never stays.
  ///
  /// @param existing what becomes of files that have the names
  /// @param durability what must be on the disk before this returns
  public synchronized void commit(Existing existing, Durability durability) throws IOException {
    // All are closed before the first is renamed: closing may still report a full disk.
    for (AsideFile file : files) {
      file.sync(durability);
      file.release();
    }
    for (AsideFile file : files) {
      file.rename(existing);
    }
    folder.sync(durability);
    done = true;
    end(settle());
  }

  /// @return whether no hidden file is left
  private boolean settle() {
    boolean settled = true;
    for (AsideFile file : files) {
      try {
        file.settle();
      } catch (IOException e) {
        // All outputs are whole and in place: what is left over is no failure of theirs.
        LOG.warn("{}", OneLine.of(String.valueOf(e.getMessage())));
        settled = false;
      }
    }
    return settled;
  }

  private void end(boolean nothingIsLeft) {
    LiveRun ended = live;
    live = null;
    if (ended != null && nothingIsLeft) {
      ended.end();
    } else if (ended != null) {
      ended.abandon();
    }
  }

  /// Deletes what has been written, unless it was committed.
  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending, and the hook is at work.
    }
    discard();
  }

  /// What is left after a failure, in words.
  ///
  /// @param failure why the files were closed; if closing has failed as well, that is suppressed in
  ///   it
  /// @param undone what is true if it has not
  /// @param otherwise what is true if it has; the reason is put behind
  public static String whatIsLeft(IOException failure, String undone, String otherwise) {
    Throwable[] closing = failure.getSuppressed();
    return closing.length == 0 ? undone : otherwise + ": " + closing[0].getMessage();
  }

  private void discardAtExit() {
    try {
      discard();
    } catch (IOException e) {
      LOG.warn("{}", OneLine.of(String.valueOf(e.getMessage())));
    }
  }

  private synchronized void discard() throws IOException {
    if (done) {
      return;
    }
    done = true;
    IOException failure = null;
    for (AsideFile file : files) {
      failure = undo(file::discard, failure);
    }
    if (successor != null) {
      failure = undo(successor::discard, failure);
    }
    end(failure == null);
    failure = undo(folder::remove, failure);
    if (failure != null) {
      throw failure;
    }
  }

  @FunctionalInterface
  private interface Step {
    void undo() throws IOException;
  }

  /// @return the first failure of all
  private static @Nullable IOException undo(Step step, @Nullable IOException failure) {
    try {
      step.undo();
      return failure;
    } catch (IOException e) {
      return failure == null ? e : failure;
    }
  }
}
