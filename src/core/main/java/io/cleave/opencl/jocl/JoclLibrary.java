package io.cleave.opencl.jocl;

import io.cleave.backend.Obstacle;
import io.cleave.opencl.session.OwnPlace;
import io.cleave.opencl.session.SystemLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jocl.LibUtils;

/// Finds out whether JOCL can be used here.
///
/// JOCL loads its libraries in the static initialiser of `org.jocl.CL`: when that fails, only the
/// first use says why, and all others say that the class could not be initialised. So it is tried
/// once, and the answer kept.
final class JoclLibrary {
  private static final Optional<Obstacle> OBSTACLE = look();

  private JoclLibrary() {}

  /// What keeps JOCL from being used.
  static Optional<Obstacle> obstacle() {
    return OBSTACLE;
  }

  private static Optional<Obstacle> look() {
    ClassLoader loader = JoclLibrary.class.getClassLoader();
    try {
      Class.forName("org.jocl.cl_mem", false, loader);
      if (!canLoadOpenCl()) {
        return Optional.of(noOpenCl("%s cannot be loaded".formatted(String.join(" or ", names()))));
      }
      Optional<Obstacle> foreign = foreignNatives();
      if (foreign.isEmpty()) {
        Class.forName("org.jocl.CL", true, loader);
      }
      return foreign;
    } catch (ClassNotFoundException e) {
      return Optional.of(
          new Obstacle(
              JoclBinding.NAME,
              "JOCL is not on the class path",
              "add org.jocl:jocl 2.0.6, or use the other binding"));
    } catch (LinkageError e) {
      String cause = cause(e);
      return Optional.of(cause.contains("native OpenCL library") ? noOpenCl(cause) : broken(cause));
    }
  }

  /// JOCL loads a file of this name whoever has put it there.
  private static Optional<Obstacle> foreignNatives() {
    String name = LibUtils.createLibraryFileName(LibUtils.createPlatformLibraryName("JOCL_2_0_6"));
    return OwnPlace.file(
            Path.of(System.getProperty("java.io.tmpdir"), name),
            LibUtils.class.getResourceAsStream("/lib/" + name))
        .map(
            problem ->
                new Obstacle(
                    JoclBinding.NAME,
                    problem,
                    "give this user a folder of its own with -Djava.io.tmpdir=FOLDER, or use the"
                        + " other binding"));
  }

  private static Obstacle noOpenCl(String cause) {
    return new Obstacle(
        JoclBinding.NAME,
        cause,
        "install an OpenCL loader and a driver; on Debian ocl-icd-libopencl1, and for JOCL before"
            + " 2.0.6 also ocl-icd-opencl-dev, which has the plain name libOpenCL.so");
  }

  private static Obstacle broken(String cause) {
    return new Obstacle(
        JoclBinding.NAME,
        cause,
        "JOCL unpacks its native library to java.io.tmpdir, %s: make that folder writable and"
                .formatted(System.getProperty("java.io.tmpdir"))
            + " executable, delete a damaged libJOCL there, or use the other binding");
  }

  /// Whether the library is there that JOCL is going to load. JOCL itself reports a missing one on
  /// the standard output, where it spoils what the program prints.
  private static boolean canLoadOpenCl() {
    return names().stream().anyMatch(SystemLibrary::canBeLoaded);
  }

  /// The names that JOCL tries, in its order.
  private static List<String> names() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) {
      return List.of(
          "/System/Library/Frameworks/OpenCL.framework/Versions/Current/OpenCL", "libOpenCL.dylib");
    }
    if (system.startsWith("windows")) {
      return List.of("OpenCL.dll");
    }
    return List.of("libOpenCL.so.1", "libOpenCL.so");
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
