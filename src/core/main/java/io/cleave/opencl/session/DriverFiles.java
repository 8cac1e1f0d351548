package io.cleave.opencl.session;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    File[] files = new File(folder()).listFiles((_, name) -> name.endsWith(".icd"));
    if (files == null) {
      return List.of();
    }
    try {
      String loaded = Files.readString(LOADED);
      return Arrays.stream(files)
          .sorted()
          .flatMap(file -> obstacle(file, loaded).stream())
          .toList();
    } catch (IOException _) {
      // Only Linux says what is loaded.
      return List.of();
    }
  }

  private static Optional<Obstacle> obstacle(File file, String loaded) {
    String library = library(file);
    String name = new File(library).getName();
    return library.isEmpty() || !loaded.contains("/" + name)
        ? Optional.of(
            new Obstacle(
                file.getPath(),
                "OpenCL's loader cannot load \"%s\"".formatted(library),
                "install that driver again, or remove the file"))
        : Optional.empty();
  }

  private static String library(File file) {
    try {
      return Files.readString(file.toPath()).lines().findFirst().orElse("").strip();
    } catch (IOException _) {
      return "";
    }
  }
}
