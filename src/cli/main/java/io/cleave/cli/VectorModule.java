package io.cleave.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.Collection;

/// Loads the module of the Vector API for commands that move enough for it to pay.
///
/// With `--add-modules` the JVM would print a warning on every start, and drop the cache that
/// starts it quickly. The module is loaded by a method of the JDK that the manifest of the runnable
/// jar exports, without a warning, in 17 to 43 ms. The method is internal: where it is not
/// accessible, plain kernels do the work.
public final class VectorModule {
  /// Vectors overtake plain kernels after some hundred MiB.
  private static final long PAYS_FROM = 1L << 30;

  private VectorModule() {}

  /// Loads the module if the files, taken together, are large.
  public static void loadFor(Collection<Path> files) {
    // 0 for a file that cannot be looked at: the command reports it.
    loadFor(files.stream().mapToLong(file -> new File(file.toString()).length()).sum());
  }

  /// Loads the module if so many bytes are worth it.
  public static void loadFor(long bytes) {
    if (bytes >= PAYS_FROM) {
      load();
    }
  }

  /// Loads the module if the JVM lets it. Call it before anything asks for the kernels: the first
  /// time decides.
  public static void load() {
    try {
      Class<?> modules = Class.forName("jdk.internal.module.Modules");
      modules.getMethod("loadModule", String.class).invoke(null, "jdk.incubator.vector");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError _) {
      // Plain kernels do the work.
    }
  }
}
