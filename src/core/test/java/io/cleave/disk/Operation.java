package io.cleave.disk;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One thing that a disk is asked to do.
///
/// @param kind what
/// @param path to which file, as it really is
public record Operation(Kind kind, Path path) {
  private static final Pattern HIDDEN = Pattern.compile("\\.(.+)\\.[0-9a-f]{8}\\.tmp");

  /// What a disk may be asked to do.
  public enum Kind {
    /// Opens a file that is there.
    OPEN,
    /// Creates a file, or opens one that may have to be created.
    CREATE,
    /// Reads bytes.
    READ,
    /// Writes bytes.
    WRITE,
    /// Has the system copy bytes to another file, whose path is told.
    COPY,
    /// Brings a file or a folder to the disk.
    FORCE,
    /// Maps a file into memory.
    MAP,
    /// Gives a file another name, which is told.
    MOVE,
    /// Deletes a file or a folder.
    DELETE,
    /// Creates a folder.
    FOLDER;

    /// Whether it takes room.
    public boolean needsRoom() {
      return switch (this) {
        case CREATE, WRITE, COPY, FORCE, FOLDER -> true;
        case OPEN, READ, MAP, MOVE, DELETE -> false;
      };
    }
  }

  /// The file as users know it: that which the path is a hidden name for, if it is one.
  public Path target() {
    Matcher hidden = HIDDEN.matcher(name());
    return hidden.matches() ? path.resolveSibling(hidden.group(1)) : path;
  }

  private String name() {
    return String.valueOf(path.getFileName());
  }

  /// What happened, the same for each run: `WRITE .a.npy.RUN.tmp`.
  @Override
  public String toString() {
    Matcher hidden = HIDDEN.matcher(name());
    return kind + " " + (hidden.matches() ? ".%s.RUN.tmp".formatted(hidden.group(1)) : name());
  }
}
