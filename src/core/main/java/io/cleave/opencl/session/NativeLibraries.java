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
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks native libraries before LWJGL or JOCL load them.
///
/// Both unpack their own below `java.io.tmpdir`, where all users may write on many systems, under
/// known names, and load a file that is there already without checking its owner. So the place is
/// made here first, or its owner is checked.
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

  /// The obstacle where none of the names of OpenCL's loader can be loaded.
  static Obstacle noLoader(List<String> names) {
    return new Obstacle(
        "OpenCL",
        String.join(" or ", names) + " cannot be loaded",
        "install its loader, ocl-icd-libopencl1 (Debian, Ubuntu) or ocl-icd (Fedora, Arch), and a"
            + " driver");
  }

  /// Makes a file, or a folder that only this user may write to, or checks the one that is there.
  ///
  /// @param content of a file; null for a folder
  /// @return why nothing of it may be loaded, or null
  public static @Nullable String problem(Path path, @Nullable URL content) {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      // Windows, which has no such rights, has temporary folders for each user alone.
      return null;
    }
    try {
      // Asked first: a disk may have no room for what is made before it gets its name.
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        make(path, content);
        return null;
      }
    } catch (FileAlreadyExistsException _) {
      // Another process has made it meanwhile.
    } catch (IOException _) {
      // The library looks for another place, or reports the error.
      return null;
    }
    return problem(content == null ? "the folder of natives" : "the native library", path);
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
      if (is.isSymbolicLink()) {
        problem = "is a link";
      } else if (is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
        problem = "may be written by all users";
      } else if (!is.owner().getName().equals("root") && !is.owner().equals(thisUser())) {
        problem = "belongs to the user " + is.owner();
      } else {
        return null;
      }
    } catch (IOException e) {
      problem = "cannot be read: " + e;
    }
    return "%s %s %s".formatted(what, path, problem);
  }

  /// The owner of what this process makes: in a container a user may have no name.
  private static UserPrincipal thisUser() throws IOException {
    Path file = Files.createTempFile("cleave", "");
    try {
      return Files.getOwner(file);
    } finally {
      Files.delete(file);
    }
  }
}
