package io.cleave.backend;

import java.util.Locale;

/// Something that carries plans out. An immutable value.
///
/// @param kind what it is
/// @param platform who provides it: `Java`, or an OpenCL platform's name
/// @param name its own name
/// @param computeUnits how many things it does at once
/// @param memoryBytes the memory it may use for data and parts
public record Device(Kind kind, String platform, String name, int computeUnits, long memoryBytes) {
  /// What a device is.
  public enum Kind {
    /// The pure-Java twin, on the processors that run the JVM.
    JAVA,
    /// An OpenCL device that is the host's own processor.
    CPU,
    /// An OpenCL graphics processor.
    GPU,
    /// Any other OpenCL device.
    ACCELERATOR
  }

  /// `cpu (Java 25, 2 units, 23.5 GiB)`
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s (%s, %s units, %.1f GiB)",
        name,
        platform,
        computeUnits,
        memoryBytes / (double) (1L << 30));
  }
}
