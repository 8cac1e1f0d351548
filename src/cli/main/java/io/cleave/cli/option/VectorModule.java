package io.cleave.cli.option;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/// Loads the module of the Vector API for commands that move enough for it to pay.
///
/// `--add-modules` would have the JVM print a warning on every start, and drop the archive that
/// starts it quickly (67 ms for 20). Inside it the module comes without a word, for 17 to 43 ms, by
/// a method that the manifest of the runnable jar opens. It is no part of Java's interface: where
/// it is shut, plain kernels do the work.
public final class VectorModule {
  /// Vectors overtake plain kernels after some hundred MiB.
  private static final long PAYS_FROM = 1L << 30;

  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /// Loads it if the files, taken together, are large.
  public static void loadFor(Collection<Path> files) {
    loadFor(files.stream().mapToLong(VectorModule::size).sum());
  }

  /// Loads it if so many bytes are worth it.
  public static void loadFor(long bytes) {
    if (bytes >= PAYS_FROM) {
      load();
    }
  }

  /// What cannot be read is for the command to complain of.
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /// Loads it. Only the first time that anybody asks for the kernels decides: call it before.
  ///
  /// @return whether it is there
  public static boolean load() {
    if (ModuleLayer.boot().findModule(NAME).isPresent()) {
      return true;
    }
    try {
      Method loads =
          Class.forName("jdk.internal.module.Modules").getMethod("loadModule", String.class);
      loads.invoke(null, NAME);
      return true;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return false;
    }
  }
}
