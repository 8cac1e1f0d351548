package io.cleave.opencl.session;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The `.icd` files, each of which names a driver's library to OpenCL's loader on Linux. The loader
/// passes over a library that it cannot load and says nothing.
final class DriverFiles {
  private static final String FOLDER = "/etc/OpenCL/vendors";
  private static final Path LOADED = Path.of("/proc/self/maps");

  private DriverFiles() {}

  /// The folder that OCL_ICD_VENDORS names, or the usual one.
  static String folder() {
    return System.getenv().getOrDefault("OCL_ICD_VENDORS", FOLDER);
  }

  /// The files whose library the loader has not loaded, or has dropped. Loading it again here could
  /// end the process: two copies of LLVM register the same options.
  static List<Obstacle> unused() {
    List<Obstacle> unused = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(folder()))) {
      String loaded = Files.readString(LOADED);
      for (Path file : files.filter(name -> name.toString().endsWith(".icd")).sorted().toList()) {
        String library = library(file);
        if (library.isEmpty() || !loaded.contains("/" + new File(library).getName())) {
          String cause = "OpenCL's loader cannot load \"%s\"".formatted(library);
          String remedy = "install that driver again, or remove the file";
          unused.add(new Obstacle(file.toString(), cause, remedy));
        }
      }
    } catch (IOException | UncheckedIOException | InvalidPathException _) {
      // There is no such folder, or this is not Linux, which says what is loaded.
    }
    return unused;
  }

  private static String library(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException _) {
      return "";
    }
  }
}
