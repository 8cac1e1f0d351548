package io.cleave.file.io;

import io.cleave.file.format.IoFailure;
import io.cleave.text.OneLine;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Output files that get their names together. They are written to temporary files beside them,
/// `.NAME.RUN.tmp`, and renamed one after the other when all are complete. Closing before that
/// deletes them, and so does a shutdown hook. A process that is killed with SIGKILL leaves its
/// temporary files.
///
/// Different files may be written by different threads.
public final class AtomicFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AtomicFiles.class);

  /// With more files than this, none is held open. Systems allow a process as few as 256, and there
  /// may be several splits in one.
  static final int MAX_OPEN = 64;

  /// Hexadecimal digits of a random number: two runs may write to one folder at a time.
  private static final int RUN_DIGITS = 8;

  /// The bytes that a temporary name has besides the final one.
  static final int TEMPORARY_BYTES = "..".length() + RUN_DIGITS + ".tmp".length();

  /// Windows opens no folder as a file, and writes its entries by itself.
  private static final boolean CAN_SYNC_FOLDERS =
      !System.getProperty("os.name").startsWith("Windows");

  /// The first day of zip: the same tensors make the same file.
  private static final LocalDateTime DATE = LocalDate.of(1980, 1, 1).atStartOfDay();

  /// How many replaced files a message names.
  private static final int MOST_NAMED = 16;

  private final Path folder;
  private final List<OutputFile> files;
  private final boolean replace;
  private final boolean durable;
  private final String run = newRun();

  /// Files that are needed while others are written.
  private final List<Path> scratch = new ArrayList<>();

  /// The innermost first.
  private final Deque<Path> createdFolders = new ArrayDeque<>();

  private final Thread hook = new Thread(this::discardAtExit, "cleave-discard");
  private boolean isDone;

  private AtomicFiles(Path folder, List<Path> targets, boolean replace, boolean durable) {
    this.folder = folder;
    this.files = targets.stream().map(target -> new OutputFile(target, run)).toList();
    this.replace = replace;
    this.durable = durable;
  }

  /// Begins a set of files, none of which is created yet, and creates their folder.
  ///
  /// @param targets their names, all in the folder
  /// @param replace true if files of those names may be replaced
  /// @param durable true if all is flushed to disk: the files before the first is renamed, then the
  ///   folder
  public static AtomicFiles begin(Path folder, List<Path> targets, boolean replace, boolean durable)
      throws IOException {
    for (Path target : targets) {
      OutputCheck.requireFree(target, replace);
    }
    OutputCheck.requireFolder(folder);
    AtomicFiles begun = new AtomicFiles(folder, targets, replace, durable);
    Runtime.getRuntime().addShutdownHook(begun.hook);
    try {
      begun.createFolder();
      return begun;
    } catch (IOException e) {
      begun.close();
      throw e;
    }
  }

  private static String newRun() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), RUN_DIGITS);
  }

  private synchronized void createFolder() throws IOException {
    requireWanted();
    Deque<Path> missing = new ArrayDeque<>();
    Path path = folder.toAbsolutePath();
    while (path != null && !Files.isDirectory(path)) {
      missing.push(path);
      path = path.getParent();
    }
    for (Path next : missing) {
      try {
        Files.createDirectory(next);
        createdFolders.push(next);
      } catch (IOException e) {
        // Another run may have been faster.
        if (!Files.isDirectory(next)) {
          throw IoFailure.of("create the folder", next, e);
        }
      }
    }
  }

  /// Writes whole files whose bytes are in memory, in the place of those of the same names. A link
  /// is replaced itself, not the file that it leads to.
  ///
  /// @param contents by name, all in one folder, which is there
  /// @throws IOException if they cannot be put there; no new file is left
  public static void replace(Map<Path, byte[]> contents) throws IOException {
    List<Path> targets = contents.keySet().stream().map(Path::toAbsolutePath).toList();
    Path folder = Objects.requireNonNull(targets.getFirst().getParent(), "no file is a root");
    try (AtomicFiles files = begin(folder, targets, true, false)) {
      int index = 0;
      for (byte[] content : contents.values()) {
        OutputFile file = files.file(index++);
        file.create();
        file.write(0, content);
      }
      files.commit();
    }
  }

  /// One of the files.
  OutputFile file(int index) {
    return files.get(index);
  }

  /// Closes the file's descriptor if there are too many files to keep all open; it is opened again
  /// when it is needed.
  void spare(OutputFile file) throws IOException {
    if (files.size() > MAX_OPEN) {
      file.release();
    }
  }

  /// Creates an empty file that is deleted in the end.
  Path createScratch() throws IOException {
    return createScratch(folder.resolve(".cleave.%s.tmp".formatted(newRun())));
  }

  private synchronized Path createScratch(Path file) throws IOException {
    requireWanted();
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw IoFailure.of("create", file, e);
    }
    scratch.add(file);
    return file;
  }

  /// Replaces a complete zip file of stored members by one of deflated members: parts come in any
  /// order, and deflated bytes can only be written in one.
  ///
  /// @param members how many there are
  void deflate(OutputFile file, int members) throws IOException {
    file.release();
    Path packed = createScratch(OutputFile.temporary(file.target(), newRun()));
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(packed));
        ZipOutputStream deflated = new ZipOutputStream(out)) {
      forEachMember(
          file,
          members,
          (name, content) -> {
            ZipEntry entry = new ZipEntry(name);
            entry.setTimeLocal(DATE);
            deflated.putNextEntry(entry);
            content.transferTo(deflated);
            deflated.closeEntry();
          });
    } catch (IOException e) {
      throw IoFailure.of("write", file.target(), e);
    }
    file.replaceBy(packed);
  }

  /// Reads all members of a zip file to their ends, which compares sizes and checksums.
  void requireIntact(OutputFile file, int members) throws IOException {
    try {
      forEachMember(
          file, members, (_, content) -> content.transferTo(OutputStream.nullOutputStream()));
    } catch (IOException e) {
      throw IoFailure.of("read back", file.target(), e);
    }
  }

  @FunctionalInterface
  private interface MemberAction {
    void accept(String name, InputStream content) throws IOException;
  }

  private static void forEachMember(OutputFile file, int members, MemberAction action)
      throws IOException {
    int count = 0;
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file.temporary()))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        action.accept(entry.getName(), zip);
        count++;
      }
    }
    // The stream takes the end of the file for that of the members.
    if (count != members) {
      throw new IOException("it has %s of its %s members".formatted(count, members));
    }
  }

  /// Renames all files to their names. If that fails halfway, closing deletes those that are new;
  /// those that have replaced others stay, and the exception that closing throws names them.
  public synchronized void commit() throws IOException {
    // All are closed before the first is renamed: closing may still report a full disk.
    for (OutputFile file : files) {
      if (durable) {
        file.sync();
      }
      file.release();
    }
    for (OutputFile file : files) {
      file.rename(replace);
    }
    if (durable) {
      syncFolders();
    }
    deleteScratch(null);
    isDone = true;
  }

  /// Flushes the names in the folder to disk, and those of the folders that were created for it.
  private void syncFolders() throws IOException {
    syncFolder(folder);
    for (Path created : createdFolders) {
      Path parent = created.getParent();
      if (parent != null) {
        syncFolder(parent);
      }
    }
  }

  private static void syncFolder(Path path) throws IOException {
    if (CAN_SYNC_FOLDERS) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        throw IoFailure.of("bring to the disk", path, e);
      }
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

  /// What is left after a failure, as the end of a message.
  ///
  /// @param failure why the files were closed; an exception of closing them is suppressed in it
  /// @param undone the answer if there is none
  /// @param otherwise the answer if there is one, before its message
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
    if (isDone) {
      return;
    }
    isDone = true;
    IOException failure = null;
    for (OutputFile file : files) {
      failure = undo(file::discard, failure);
    }
    failure = undo(this::removeFolders, deleteScratch(failure));
    String replaced = replaced();
    if (!replaced.isEmpty()) {
      throw new IOException(
          failure == null ? replaced : failure.getMessage() + "; " + replaced, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable IOException deleteScratch(@Nullable IOException failure) {
    IOException first = failure;
    for (Path file : scratch) {
      first = undo(() -> Files.deleteIfExists(file), first);
    }
    return first;
  }

  /// Removes the created folders as far as they are empty.
  private void removeFolders() throws IOException {
    while (!createdFolders.isEmpty()) {
      Path next = createdFolders.pop();
      try {
        Files.deleteIfExists(next);
      } catch (DirectoryNotEmptyException _) {
        return;
      } catch (IOException e) {
        throw IoFailure.of("remove the folder", next, e);
      }
    }
  }

  /// The files that have replaced others, as a part of a message; empty if there are none.
  private String replaced() {
    List<OutputFile> replaced = files.stream().filter(OutputFile::hasReplaced).toList();
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

  private void requireWanted() throws IOException {
    if (isDone) {
      throw new IOException("writing to %s was stopped".formatted(folder));
    }
  }
}
