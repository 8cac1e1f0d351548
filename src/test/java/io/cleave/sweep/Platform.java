package io.cleave.sweep;

import io.cleave.backend.Binding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Who splits. A driver is chosen before the JVM starts, so each has JVMs of its own.
@SuppressWarnings("ImmutableEnumChecker") // lists that are copies
public enum Platform {
  /// No driver.
  JAVA("", List.of(), 1 << 20),
  /// The driver that CI has.
  POCL("Portable Computing Language", List.of(Binding.LWJGL, Binding.JOCL), 1 << 20),
  /// Intel's driver for CPUs.
  INTEL("Intel(R) OpenCL", List.of(Binding.LWJGL, Binding.JOCL), 1 << 20),
  /// Mesa's driver.
  RUSTICL("rusticl", List.of(Binding.LWJGL, Binding.JOCL), 1 << 17),
  /// A simulator that watches every access, for one thread.
  OCLGRIND("Oclgrind", List.of(Binding.LWJGL), 1 << 9);

  private final String openClName;
  private final List<Binding> bindings;
  private final int mostElements;

  Platform(String openClName, List<Binding> bindings, int mostElements) {
    this.openClName = openClName;
    this.bindings = List.copyOf(bindings);
    this.mostElements = mostElements;
  }

  /// The one of this name, as it is written in options.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Platform named(String name) {
    for (Platform platform : values()) {
      if (platform.toString().equals(name)) {
        return platform;
      }
    }
    throw new IllegalArgumentException(
        "there is no platform \"%s\"; choose some of %s".formatted(name, List.of(values())));
  }

  /// What it is reached through.
  List<Binding> bindings() {
    return bindings;
  }

  /// Whether it may round in a way of its own, and so refuses to convert.
  boolean mayRound() {
    return this == RUSTICL;
  }

  /// How large data may get, so that it does not take all the time.
  int mostElements() {
    return mostElements;
  }

  /// How many threads it is made for.
  int threads() {
    return this == OCLGRIND ? 1 : Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  /// Whether it is installed, as far as a folder tells.
  public boolean isThere() {
    return this != INTEL || Files.isDirectory(intel());
  }

  /// What a JVM needs to have in its environment.
  ///
  /// @param base the project's folder
  /// @param output where a simulator may write
  public Map<String, String> environment(Path base, Path output) {
    Map<String, String> variables = new HashMap<>();
    if (this != JAVA) {
      // LLVM, the compiler of most drivers, catches signals that the JVM lives by: these are
      // chained.
      variables.put(
          "LD_PRELOAD", Path.of(System.getProperty("java.home"), "lib", "libjsig.so").toString());
      // And this one is another.
      variables.put("_JAVA_SR_SIGNUM", "60");
    }
    switch (this) {
      case INTEL -> variables.put("OCL_ICD_VENDORS", intel().toString());
      case RUSTICL -> variables.put("RUSTICL_ENABLE", "llvmpipe");
      case OCLGRIND -> {
        variables.put("OCL_ICD_VENDORS", base.resolve("src/test/icd/oclgrind").toString());
        variables.put("OCLGRIND_DATA_RACES", "1");
        variables.put("OCLGRIND_LOG", output.resolve("oclgrind.log").toString());
      }
      case JAVA, POCL -> {}
    }
    return variables;
  }

  /// Where docker/setup.sh puts Intel's driver.
  private static Path intel() {
    return Path.of(
        System.getProperty(
            "test.intel", System.getProperty("user.home") + "/.cache/cleave/intel-opencl"));
  }

  /// How OpenCL calls it.
  public String openClName() {
    return openClName;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
