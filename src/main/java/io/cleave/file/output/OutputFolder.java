package io.cleave.file.output;

import io.cleave.file.stored.IoFailure;
import io.cleave.file.tensor.BadFileException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The folder that parts are written to, and those of its parents that had to be created, which are
/// removed again when nothing was written.
public final class OutputFolder {
  /// How often a folder is created that others remove: one that fails does it once.
  static final int MOST_TRIES = 100;

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
    Path existing;
    @Nullable String problem;
    do {
      existing = existing(folder);
      problem = problem(existing);
      // What is gone by now, or came again, was another run's: what is there now is looked at.
    } while (problem != null && (!Files.exists(existing) || problem(existing) == null));
    if (problem != null) {
      throw new BadFileException(problem);
    }
    return new OutputFolder(folder);
  }

  private static @Nullable String problem(Path existing) {
    if (isNoFolder(existing)) {
      return "%s is a file, not a folder; give another folder for the parts".formatted(existing);
    }
    if (!Files.isWritable(existing)) {
      return "the folder %s may not be written by this user; give another one for the parts"
          .formatted(existing);
    }
    return null;
  }

  /// Whether something else is there, asked at once: others come and go. A link to nothing is.
  private static boolean isNoFolder(Path path) {
    try {
      return !Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    } catch (NoSuchFileException _) {
      return Files.isSymbolicLink(path);
    } catch (IOException _) {
      return true;
    }
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

  /// Creates the folder and its parents where they are missing. Another run may remove one of them
  /// meanwhile, as long as it is empty, since it has created it and failed: then once more.
  void create() throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        createMissing();
        return;
      } catch (NoSuchFileException e) {
        if (tries == MOST_TRIES) {
          throw IoFailure.of("create the folder", folder, e);
        }
      }
    }
  }

  private void createMissing() throws IOException {
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
      created.remove(next);
      created.push(next);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (FileAlreadyExistsException e) {
      // Another run may have been faster, and may have removed it by now.
      if (isNoFolder(next)) {
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
