package io.cleave.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/// A file that an output takes the place of, kept under a hidden name until all outputs have
/// theirs: should one of them fail, it comes back.
///
/// Not safe for use by many threads.
final class FormerFile {
  private final Path target;
  private final Path hidden;

  private FormerFile(Path target, Path hidden) {
    this.target = target;
    this.hidden = hidden;
  }

  /// Keeps what stands at a path.
  ///
  /// @param hidden a name in the same folder that nothing has
  /// @return null if nothing stands there, or a folder, which no file can replace
  static @Nullable FormerFile keep(Path target, Path hidden) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)
        || Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      // A second name for it: there is no moment in which the first one has no file.
      Files.createLink(hidden, target);
    } catch (IOException | UnsupportedOperationException _) {
      // Not every file system has links, nor may every user make them.
      Files.move(target, hidden, StandardCopyOption.ATOMIC_MOVE);
    }
    return new FormerFile(target, hidden);
  }

  /// Puts it back, over what has its name by now.
  void restore() throws IOException {
    Files.move(hidden, target, StandardCopyOption.ATOMIC_MOVE);
    // Where both names are still the same file, the system leaves both.
    forget();
  }

  /// Gives it up.
  void forget() throws IOException {
    Files.deleteIfExists(hidden);
  }
}
