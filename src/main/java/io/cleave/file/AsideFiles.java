package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All the files of one split, which get their names together when the last one is complete, or
/// vanish together: when they are closed before that, or the process is told to end before that.
///
/// Different parts may be written by different threads.
final class AsideFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AsideFiles.class);

  /// With more files than this, none is held open. Systems allow a process as few as 256, and there
  /// may be several splits in one.
  private static final int MAX_OPEN = 64;

  private final OutputFolder folder;
  private final List<AsideFile> files;
  private final Thread hook = new Thread(this::discardAtExit, "cleave-discard");
  private boolean done;

  private AsideFiles(OutputFolder folder, List<AsideFile> files) {
    this.folder = folder;
    this.files = files;
  }

  /// Begins a set of files, none of which is there yet.
  static AsideFiles begin(OutputFolder folder, PartFiles names) {
    String run = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), 12);
    AsideFiles begun =
        new AsideFiles(
            folder,
            IntStream.range(0, names.names().size())
                .mapToObj(part -> new AsideFile(names.path(part), run))
                .toList());
    Runtime.getRuntime().addShutdownHook(begun.hook);
    return begun;
  }

  /// Creates the folder where it is missing.
  synchronized void createFolder() throws IOException {
    if (!done) {
      folder.create();
    }
  }

  /// Creates the file of a part. One that is never created gets no name.
  void create(int part) throws IOException {
    AsideFile file = files.get(part);
    file.create();
    spare(file);
  }

  /// Appends to the file of a part.
  ///
  /// @param bytes native memory or a byte array, not more than the process may take to end
  void append(int part, MemorySegment bytes) throws IOException {
    AsideFile file = files.get(part);
    file.append(bytes);
    spare(file);
  }

  private void spare(AsideFile file) throws IOException {
    if (files.size() > MAX_OPEN) {
      file.release();
    }
  }

  /// Gives all files their names, in the place of what had them. Should that fail halfway, closing
  /// deletes those as well that have theirs: an incomplete set never stays.
  synchronized void commit() throws IOException {
    // All are closed before the first is renamed: closing may still report a full disk.
    for (AsideFile file : files) {
      file.release();
    }
    for (AsideFile file : files) {
      file.rename();
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

  private void discardAtExit() {
    try {
      discard();
    } catch (IOException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private synchronized void discard() throws IOException {
    if (done) {
      return;
    }
    done = true;
    IOException failure = null;
    for (AsideFile file : files) {
      failure = discard(file, failure);
    }
    folder.remove();
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable IOException discard(AsideFile file, @Nullable IOException failure) {
    try {
      file.discard();
      return failure;
    } catch (IOException e) {
      return failure == null ? e : failure;
    }
  }
}
