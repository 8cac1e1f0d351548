package io.cleave.opencl.session;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Checks native libraries before LWJGL or JOCL load them.
///
/// Both unpack their own below `java.io.tmpdir`, where all users may write on many systems, under
/// known names, and load a file that is there already, whoever has made it. So the place is made
/// here first, or its owner is checked.
public final class NativeLibraries {
  private NativeLibraries() {}

  /// True if the system finds a library of this name and can load it. Asked first, since LWJGL and
  /// JOCL print what they miss.
  @SuppressWarnings("restricted")
  public static boolean canBeLoaded(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return SymbolLookup.libraryLookup(name, arena) != null;
    } catch (IllegalArgumentException e) {
      return false;
    } catch (IllegalCallerException e) {
      // Native access is denied: loading will fail too, and say why.
      return true;
    }
  }

  /// Makes a file, or a folder that only this user may write to, or checks the one that is there.
  ///
  /// @param content of a file; null for a folder
  /// @return why nothing of it may be loaded, or null
  public static @Nullable String problem(Path path, @Nullable URL content) {
    try {
      make(path, content);
      return null;
    } catch (FileAlreadyExistsException _) {
      return problem(content == null ? "the folder of natives" : "the native library", path);
    } catch (IOException | UnsupportedOperationException _) {
      // The library looks for another place, or says what is wrong. Windows, which has no such
      // rights, has temporary folders for each user alone.
      return null;
    }
  }

  /// A file gets its name when it is whole: of two processes that start at once, neither loads half
  /// of it.
  private static void make(Path path, @Nullable URL content) throws IOException {
    if (content == null) {
      Files.createDirectory(path, rights("rwx------"));
      return;
    }
    Path folder = path.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(folder, "cleave", ".tmp", rights("rw-------"));
    try (InputStream from = content.openStream()) {
      Files.write(temporary, from.readAllBytes());
      Files.createLink(path, temporary);
    } finally {
      Files.delete(temporary);
    }
  }

  private static FileAttribute<?> rights(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  private static @Nullable String problem(String what, Path path) {
    String problem;
    try {
      PosixFileAttributes is =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String owner = is.owner().getName();
      String user = ProcessHandle.current().info().user().orElse("");
      if (is.isSymbolicLink()) {
        problem = "is a link";
      } else if (is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
        problem = "may be written by all users";
      } else if (!owner.equals(user) && !owner.equals("root")) {
        problem = "belongs to the user " + owner;
      } else {
        return null;
      }
    } catch (IOException e) {
      problem = "cannot be looked at: " + e;
    }
    return "%s %s %s".formatted(what, path, problem);
  }
}
