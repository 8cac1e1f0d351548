package io.cleave.file.io;

import io.cleave.spi.IoFailure;
import io.cleave.text.OneLine;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
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

  private final OutputFolder folder;
  private final List<OutputFile> files;
  private final String run = newRun();

  /// Files that are needed while others are written.
  private final List<OutputFile> scratch = new ArrayList<>();

  /// The innermost first.
  private final List<Path> createdFolders = new ArrayList<>();

  private final Thread hook = new Thread(this::discardAtExit, "cleave-discard");
  private boolean isDone;

  private AtomicFiles(OutputFolder folder, List<Path> targets) {
    this.folder = folder;
    boolean stayOpen = targets.size() <= MAX_OPEN;
    this.files =
        targets.stream()
            .map(target -> new OutputFile(target, temporary(target, run), stayOpen))
            .toList();
  }

  /// Writer of the content of all files.
  @FunctionalInterface
  interface Content {
    /// Creates and fills all files.
    void writeTo(AtomicFiles files) throws IOException;
  }

  /// Writes files, which get their names when all are complete. Their folder is created if needed.
  /// If they are to be durable, files are flushed to disk before the first is renamed, then the
  /// folder.
  ///
  /// @param targets their names, all in the folder
  /// @throws IOException if that fails; no new file is left, or the message names it
  static void write(OutputFolder folder, List<Path> targets, Content content) throws IOException {
    for (Path target : targets) {
      folder.requireFree(target);
    }
    folder.requireWritable();
    try (AtomicFiles files = new AtomicFiles(folder, targets)) {
      files.addHook();
      files.createFolder();
      content.writeTo(files);
      files.commit();
    } catch (IOException e) {
      if (e.getSuppressed().length == 0) {
        throw e;
      }
      throw new IOException(e.getMessage() + "; " + e.getSuppressed()[0].getMessage(), e);
    }
  }

  private void addHook() throws IOException {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      throw new IOException("the process is ending: nothing was written to " + folder.path(), e);
    }
  }

  private static Path temporary(Path target, String run) {
    return target.resolveSibling(".%s.%s.tmp".formatted(target.getFileName(), run));
  }

  private static String newRun() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), RUN_DIGITS);
  }

  private synchronized void createFolder() throws IOException {
    requireNotDiscarded();
    Path path = folder.path().toAbsolutePath();
    for (Path next = path; next != null && !Files.isDirectory(next); next = next.getParent()) {
      createdFolders.add(next);
    }
    IoFailure.run("create the folder", path, () -> createFolder(path));
  }

  private static void createFolder(Path path) throws IOException {
    try {
      Files.createDirectories(path);
    } catch (FileAlreadyExistsException | NoSuchFileException _) {
      // Perhaps another job that failed has just removed a folder that it had created.
      Files.createDirectories(path);
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
    List<byte[]> bytes = List.copyOf(contents.values());
    write(
        new OutputFolder(folder, true, false),
        targets,
        files -> {
          for (int i = 0; i < bytes.size(); i++) {
            files.file(i).create();
            files.file(i).write(0, MemorySegment.ofArray(bytes.get(i)));
          }
        });
  }

  /// One of the files.
  OutputFile file(int index) {
    return files.get(index);
  }

  /// Creates an empty file that is deleted in the end.
  ///
  /// @param target the file that it is needed for
  synchronized OutputFile createScratch(Path target) throws IOException {
    requireNotDiscarded();
    OutputFile file = new OutputFile(target, temporary(target, newRun()), false);
    scratch.add(file);
    file.create();
    return file;
  }

  /// Replaces a complete zip file of stored members by one of deflated members: parts come in any
  /// order, and deflated bytes can only be written in one.
  ///
  /// @param members how many there are
  /// @param verify true to read the new one to its end, which compares sizes and checksums
  void deflate(OutputFile file, int members, boolean verify) throws IOException {
    OutputFile packed = createScratch(file.target());
    try (ZipOutputStream deflated =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(packed.temporary())))) {
      copyMembers(file.temporary(), members, deflated);
    } catch (IOException e) {
      throw IoFailure.of("write", file.target(), e);
    }
    file.replaceBy(packed);
    if (verify) {
      IoFailure.run("read back", file.target(), () -> copyMembers(file.temporary(), members, null));
    }
  }

  private static void copyMembers(Path from, int members, @Nullable ZipOutputStream to)
      throws IOException {
    int count = 0;
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(from))) {
      for (ZipEntry next = zip.getNextEntry(); next != null; next = zip.getNextEntry()) {
        if (to != null) {
          ZipEntry entry = new ZipEntry(next.getName());
          entry.setTimeLocal(next.getTimeLocal());
          to.putNextEntry(entry);
        }
        zip.transferTo(to == null ? OutputStream.nullOutputStream() : to);
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
  private synchronized void commit() throws IOException {
    // All are closed before the first is renamed: closing may still report a full disk.
    for (OutputFile file : files) {
      file.release(folder.durable());
    }
    for (OutputFile file : files) {
      // Again, since it was checked before a part was written.
      folder.requireFree(file.target());
      file.rename();
    }
    if (folder.durable()) {
      syncFolders();
    }
    for (OutputFile file : scratch) {
      file.discard();
    }
    isDone = true;
  }

  /// Flushes the names in the folder to disk, and those of the folders that were created for it.
  private void syncFolders() throws IOException {
    syncFolder(folder.path());
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
    List<IoFailure.Call> actions = new ArrayList<>();
    files.forEach(file -> actions.add(file::discard));
    scratch.forEach(file -> actions.add(file::discard));
    createdFolders.forEach(created -> actions.add(() -> removeIfEmpty(created)));
    List<String> problems = new ArrayList<>();
    for (IoFailure.Call action : actions) {
      try {
        action.run();
      } catch (IOException e) {
        problems.add(e.getMessage());
      }
    }
    List<OutputFile> replaced = files.stream().filter(OutputFile::hasReplaced).toList();
    if (!replaced.isEmpty()) {
      String names = OneLine.list(replaced.size(), i -> replaced.get(i).target().toString());
      problems.addFirst("these have replaced files and stay: " + names);
    }
    if (!problems.isEmpty()) {
      throw new IOException(String.join("; ", problems.subList(0, Math.min(2, problems.size()))));
    }
  }

  private static void removeIfEmpty(Path created) throws IOException {
    try {
      Files.deleteIfExists(created);
    } catch (DirectoryNotEmptyException _) {
      // Another run writes to it.
    } catch (IOException e) {
      throw IoFailure.of("remove the folder", created, e);
    }
  }

  private void requireNotDiscarded() throws IOException {
    if (isDone) {
      throw new IOException("writing to %s was stopped".formatted(folder.path()));
    }
  }
}
