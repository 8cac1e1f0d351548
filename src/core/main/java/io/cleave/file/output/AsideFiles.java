package io.cleave.file.output;

import io.cleave.file.stored.Container;
import io.cleave.file.tensor.Existing;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The output files of one split. They are written under temporary names, `.NAME.RUN.tmp`, and
/// renamed one after the other when all are complete. Closing them before that deletes them, and so
/// does a shutdown hook. A process that is killed with SIGKILL leaves its temporary files.
///
/// Different files may be written by different threads.
public final class AsideFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AsideFiles.class);

  /// With more files than this, none is held open. Systems allow a process as few as 256, and there
  /// may be several splits in one.
  public static final int MAX_OPEN = 64;

  /// Hexadecimal digits of a run, which is random: two runs may write to one folder at a time.
  private static final int RUN_DIGITS = 8;

  /// The bytes that a temporary name has besides the final one.
  public static final int TEMPORARY_BYTES = "..".length() + RUN_DIGITS + ".tmp".length();

  /// How many replaced files a message names.
  private static final int MOST_NAMED = 16;

  private final OutputFolder folder;
  private final List<AsideFile> files;

  /// The compressed copy of one of the files while it is written.
  private @Nullable AsideFile successor;

  private final Thread hook = new Thread(this::discardAtExit, "cleave-discard");
  private boolean done;

  private AsideFiles(OutputFolder folder, List<AsideFile> files) {
    this.folder = folder;
    this.files = new ArrayList<>(files);
  }

  /// Begins a set of files, none of which is created yet.
  ///
  /// @param targets their final names
  public static AsideFiles begin(OutputFolder folder, List<Path> targets) {
    String run = newRun();
    AsideFiles begun =
        new AsideFiles(folder, targets.stream().map(target -> new AsideFile(target, run)).toList());
    Runtime.getRuntime().addShutdownHook(begun.hook);
    return begun;
  }

  private static String newRun() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), RUN_DIGITS);
  }

  /// Creates the folder where it is missing.
  public synchronized void createFolder() throws IOException {
    if (!done) {
      folder.create();
    }
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
    after.fill(before.temporary(), way);
    spare(after);
    before.discard();
    synchronized (this) {
      files.set(index, after);
      successor = null;
    }
  }

  private synchronized AsideFile succeed(AsideFile before) throws IOException {
    AsideFile after = new AsideFile(before.target(), newRun());
    if (done) {
      throw new IOException("writing %s was stopped".formatted(before.target()));
    }
    successor = after;
    after.create();
    return after;
  }

  /// The final name of a file.
  Path target(int index) {
    return files.get(index).target();
  }

  /// The name of a file until it is renamed.
  Path temporary(int index) {
    return files.get(index).temporary();
  }

  private void spare(AsideFile file) throws IOException {
    if (files.size() > MAX_OPEN) {
      file.release();
    }
  }

  /// Renames all files to their final names. If that fails halfway, closing deletes those that are
  /// new; those that have replaced others stay, and the exception that closing throws names them.
  ///
  /// @param existing whether files of those names may be replaced
  /// @param durable whether all is flushed to disk: the files before the first is renamed, then the
  ///   folder
  public synchronized void commit(Existing existing, boolean durable) throws IOException {
    // All are closed before the first is renamed: closing may still report a full disk.
    for (AsideFile file : files) {
      if (durable) {
        file.sync();
      }
      file.release();
    }
    for (AsideFile file : files) {
      file.rename(existing);
    }
    if (durable) {
      folder.sync();
    }
    done = true;
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

  /// What is left after a failure, as the end of a message.
  ///
  /// @param failure why the files were closed; an exception of closing them is suppressed in it
  /// @param undone what is said if there is none
  /// @param otherwise what is said if there is one, before its message
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
    failure = undo(folder::remove, failure);
    String replaced = replaced();
    if (!replaced.isEmpty()) {
      throw new IOException(
          failure == null ? replaced : failure.getMessage() + "; " + replaced, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /// The files that have replaced others, as a part of a message; empty if there are none.
  private String replaced() {
    List<AsideFile> replaced = files.stream().filter(AsideFile::hasReplaced).toList();
    if (replaced.isEmpty()) {
      return "";
    }
    String names =
        replaced.stream()
            .limit(MOST_NAMED)
            .map(file -> file.target().toString())
            .collect(Collectors.joining(", "));
    String more = replaced.size() > MOST_NAMED ? ", ... " + replaced.size() + " in all" : "";
    return "these have replaced files and stay: " + names + more;
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
