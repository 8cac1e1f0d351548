package io.cleave.opencl.session;

import io.cleave.backend.Obstacle;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jocl.CL;
import org.jocl.LibUtils;
import org.jspecify.annotations.Nullable;

/// Loads JOCL, which loads its natives and OpenCL in the static initialiser of `org.jocl.CL`. When
/// that fails, only the first use says why: so it is tried once, and the answer kept.
public final class JoclLibrary {
  /// The reason why JOCL cannot be used, or null.
  public static final @Nullable Obstacle OBSTACLE = load();

  private JoclLibrary() {}

  private static @Nullable Obstacle load() {
    try {
      // JOCL reports a missing library on the standard output.
      if (names().stream().noneMatch(NativeLibraries::canBeLoaded)) {
        return noOpenCl("%s cannot be loaded".formatted(String.join(" or ", names())));
      }
      Optional<String> foreign = foreignNatives();
      if (foreign.isPresent()) {
        return obstacle(
            foreign.get(),
            "give this user a folder of its own with -Djava.io.tmpdir=FOLDER, or use the other"
                + " binding");
      }
      // Initialises the class.
      CL.stringFor_errorCode(0);
      return null;
    } catch (LinkageError e) {
      String cause = cause(e);
      return cause.contains("native OpenCL library") ? noOpenCl(cause) : broken(cause);
    }
  }

  private static Optional<String> foreignNatives() {
    String name = LibUtils.createLibraryFileName(LibUtils.createPlatformLibraryName("JOCL_2_0_6"));
    return NativeLibraries.file(
        Path.of(System.getProperty("java.io.tmpdir"), name),
        LibUtils.class.getResourceAsStream("/lib/" + name));
  }

  private static Obstacle noOpenCl(String cause) {
    return obstacle(
        cause,
        "install an OpenCL loader and a driver; on Debian ocl-icd-libopencl1, and for JOCL before"
            + " 2.0.6 also ocl-icd-opencl-dev, which has the plain name libOpenCL.so");
  }

  private static Obstacle broken(String cause) {
    return obstacle(
        cause,
        "JOCL unpacks its native library to java.io.tmpdir, %s: make that folder writable and"
                .formatted(System.getProperty("java.io.tmpdir"))
            + " executable, delete a damaged libJOCL there, or use the other binding");
  }

  private static Obstacle obstacle(String cause, String remedy) {
    return new Obstacle(JoclApi.NAME, cause, remedy);
  }

  /// The names that JOCL tries, in its order.
  private static List<String> names() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) {
      return List.of(
          "/System/Library/Frameworks/OpenCL.framework/Versions/Current/OpenCL", "libOpenCL.dylib");
    }
    return system.startsWith("windows")
        ? List.of("OpenCL.dll")
        : List.of("libOpenCL.so.1", "libOpenCL.so");
  }

  /// The words of the first failure. JOCL packs the stack traces of all its attempts into one
  /// message; the lines that matter name the exceptions, and the last attempt matters most.
  private static String cause(LinkageError error) {
    Throwable first = error;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    List<String> lines = first.toString().lines().toList();
    return lines.stream()
        .skip(1)
        .filter(line -> line.startsWith("java."))
        .reduce((_, last) -> last)
        .orElse(lines.getFirst());
  }
}
