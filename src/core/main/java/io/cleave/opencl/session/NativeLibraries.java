package io.cleave.opencl.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
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

  /// Makes a folder that only this user may write to, or checks the one that is there.
  ///
  /// @return why nothing in it may be loaded, if that is so
  public static Optional<String> folder(Path folder) {
    try {
      if (isPosix(folder)) {
        var rights = PosixFilePermissions.fromString("rwx------");
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(rights));
      }
      return Optional.empty();
    } catch (FileAlreadyExistsException _) {
      return problem("the folder of natives", folder);
    } catch (IOException _) {
      // The library looks for another place, or says what is wrong.
      return Optional.empty();
    }
  }

  /// Makes a file, or checks the one that is there.
  ///
  /// @param content of a new file; null if that is not known
  /// @return why it may not be loaded, if that is so
  public static Optional<String> file(Path file, @Nullable InputStream content) {
    try (content) {
      if (isPosix(file) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return problem("the native library", file);
      }
      if (isPosix(file) && content != null) {
        create(file, content);
      }
      return Optional.empty();
    } catch (FileAlreadyExistsException _) {
      return problem("the native library", file);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The file gets its name when it is whole: of two processes that start at once, neither loads
  /// half of it.
  private static void create(Path file, InputStream content) throws IOException {
    Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), "cleave", ".tmp");
    try {
      try (OutputStream to = Files.newOutputStream(temporary)) {
        content.transferTo(to);
      }
      Files.createLink(file, temporary);
    } finally {
      Files.delete(temporary);
    }
  }

  /// Windows has temporary folders for each user alone.
  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Optional<String> problem(String what, Path path) {
    return problem(path).map(problem -> "%s %s %s".formatted(what, path, problem));
  }

  private static Optional<String> problem(Path path) {
    try {
      PosixFileAttributes is =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (is.isSymbolicLink()) {
        return Optional.of("is a link");
      }
      if (is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
        return Optional.of("may be written by all users");
      }
      return is.owner().equals(thisUser()) || is.owner().getName().equals("root")
          ? Optional.empty()
          : Optional.of("belongs to the user " + is.owner().getName());
    } catch (IOException e) {
      return Optional.of("cannot be looked at: " + e);
    }
  }

  /// The owner of what this process makes.
  private static UserPrincipal thisUser() throws IOException {
    Path file = Files.createTempFile("cleave", "");
    try {
      return Files.getOwner(file);
    } finally {
      Files.delete(file);
    }
  }
}
