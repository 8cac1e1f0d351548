package io.cleave.opencl.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where bindings unpack their native libraries: below `java.io.tmpdir`, which on many systems all
/// users may write to, under names that are known beforehand. What is there already they load, and
/// so run it, whoever has put it there. So it is made here before they look, and looked at if it
/// was there.
///
/// The methods are static and safe to call from many threads.
public final class OwnPlace {
  private OwnPlace() {}

  /// Makes a folder that nobody else may write to, or looks whose the one is that is there.
  ///
  /// @return why nothing in it may be run; empty if it may
  public static Optional<String> folder(Path folder) {
    return made(
        folder, () -> Files.createDirectory(folder, rights("rwx------")), "the folder of natives");
  }

  /// The same for a file.
  ///
  /// @param content what goes into a new one; null if that is not known
  public static Optional<String> file(Path file, @Nullable InputStream content) {
    return made(file, () -> create(file, content), "the native library");
  }

  private static void create(Path file, @Nullable InputStream content) throws IOException {
    if (content == null) {
      return;
    }
    // Two processes that start at once must not load half of it: it gets its name when it is whole,
    // and keeps that of another.
    Path aside = Files.createTempFile(file.toAbsolutePath().getParent(), "cleave", ".tmp");
    try {
      try (content;
          OutputStream to = Files.newOutputStream(aside)) {
        content.transferTo(to);
      }
      Files.createLink(file, aside);
    } finally {
      Files.delete(aside);
    }
  }

  private static FileAttribute<?> rights(String rights) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
  }

  @FunctionalInterface
  private interface Making {
    void make() throws IOException;
  }

  private static Optional<String> made(Path place, Making making, String what) {
    if (!place.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      // Windows has such folders for each user alone.
      return Optional.empty();
    }
    try {
      making.make();
      return Optional.empty();
    } catch (FileAlreadyExistsException _) {
      return problem(place).map(problem -> "%s %s %s".formatted(what, place, problem));
    } catch (IOException | UnsupportedOperationException _) {
      // The binding looks for another place then, or says what is wrong.
      return Optional.empty();
    }
  }

  private static Optional<String> problem(Path place) {
    try {
      PosixFileAttributes is =
          Files.readAttributes(place, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (is.isSymbolicLink()) {
        return Optional.of("is a link");
      }
      if (is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
        return Optional.of("may be written by all users");
      }
      return is.owner().equals(myself()) || is.owner().getName().equals("root")
          ? Optional.empty()
          : Optional.of("belongs to the user " + is.owner().getName());
    } catch (IOException e) {
      return Optional.of("cannot be looked at: " + e);
    }
  }

  /// Who owns what this process makes.
  private static Object myself() throws IOException {
    Path file = Files.createTempFile("cleave", "");
    try {
      return Files.getOwner(file);
    } finally {
      Files.delete(file);
    }
  }
}
