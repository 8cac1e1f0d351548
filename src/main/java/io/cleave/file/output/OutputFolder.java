package io.cleave.file.output;

import io.cleave.file.stored.IoFailure;
import io.cleave.file.tensor.BadFileException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// The folder that parts are written to, and those of its parents that had to be created, which are
/// removed again when nothing was written.
public final class OutputFolder {
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

  /// The folder.
  Path path() {
    return folder;
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
    } catch (FileAlreadyExistsException e) {
      // Another run may have been faster.
      if (!Files.isDirectory(next)) {
        throw IoFailure.of("create the folder", next, e);
      }
    } catch (IOException e) {
      throw IoFailure.of("create the folder", next, e);
    }
  }

  /// Brings the names in the folder to the disk, and those of folders that were created for it.
  void sync(Durability durability) throws IOException {
    sync(folder, durability);
    for (Path made : created) {
      Path parent = made.getParent();
      if (parent != null) {
        sync(parent, durability);
      }
    }
  }

  private static void sync(Path path, Durability durability) throws IOException {
    try {
      durability.folder(path);
    } catch (IOException e) {
      throw IoFailure.of("bring to the disk", path, e);
    }
  }

  /// Removes what was created, as far as nobody has put anything there.
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
