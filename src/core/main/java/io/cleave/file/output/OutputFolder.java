package io.cleave.file.output;

import io.cleave.file.stored.IoFailure;
import io.cleave.file.tensor.BadFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/// The folder that parts are written to, and its parents that had to be created, which are removed
/// again when nothing was written.
public final class OutputFolder {
  /// Windows opens no folder as a file, and writes its entries by itself.
  private static final boolean HAS_FOLDERS_FOR_FILES =
      !System.getProperty("os.name").startsWith("Windows");

  private final Path folder;

  /// The innermost first.
  private final Deque<Path> created = new ArrayDeque<>();

  private OutputFolder(Path folder) {
    this.folder = folder;
  }

  /// Checks, before anything is written, that files can be written to this folder.
  ///
  /// @throws BadFileException if they cannot
  public static OutputFolder check(Path folder) {
    if (Files.isSymbolicLink(folder) && !Files.exists(folder)) {
      throw new BadFileException(
          "%s is a link to nothing; give another folder for the parts".formatted(folder));
    }
    Path existing = existing(folder);
    if (!Files.isDirectory(existing)) {
      throw new BadFileException(
          "%s is a file, not a folder; give another folder for the parts".formatted(existing));
    }
    if (!Files.isWritable(existing)) {
      throw new BadFileException(
          "the folder %s may not be written by this user; give another one for the parts"
              .formatted(existing));
    }
    return new OutputFolder(folder);
  }

  private static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      Path parent = existing.getParent();
      if (parent == null) {
        throw new BadFileException("%s does not exist; give another folder".formatted(existing));
      }
      existing = parent;
    }
    return existing;
  }

  /// Creates the folder and its parents where they are missing.
  void create() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path path = folder.toAbsolutePath();
    while (path != null && !Files.isDirectory(path)) {
      missing.push(path);
      path = path.getParent();
    }
    for (Path next : missing) {
      create(next);
    }
  }

  private void create(Path next) throws IOException {
    try {
      Files.createDirectory(next);
      created.push(next);
    } catch (IOException e) {
      // Another run may have been faster.
      if (!Files.isDirectory(next)) {
        throw IoFailure.of("create the folder", next, e);
      }
    }
  }

  /// Flushes the names in the folder to disk, and those of folders that were created for it.
  void sync() throws IOException {
    sync(folder);
    for (Path made : created) {
      Path parent = made.getParent();
      if (parent != null) {
        sync(parent);
      }
    }
  }

  private static void sync(Path path) throws IOException {
    if (HAS_FOLDERS_FOR_FILES) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        throw IoFailure.of("bring to the disk", path, e);
      }
    }
  }

  /// Removes the created folders as far as they are empty.
  void remove() throws IOException {
    while (!created.isEmpty()) {
      Path next = created.pop();
      try {
        Files.deleteIfExists(next);
      } catch (DirectoryNotEmptyException _) {
        return;
      } catch (IOException e) {
        throw IoFailure.of("remove the folder", next, e);
      }
    }
  }
}
