package io.cleave.backend;

import java.util.Locale;

/// Something that carries plans out. An immutable value.
///
/// @param kind what it is
/// @param platform who provides it: `Java`, or an OpenCL platform's name
/// @param name its own name
/// @param computeUnits how many things it does at once
/// @param memoryBytes the memory it may use for data and parts
/// @param ordinal which one it is among devices of its platform that are alike, counted from 0
public record Device(
    Kind kind, String platform, String name, int computeUnits, long memoryBytes, int ordinal) {
  /// The first or only one of its like.
  public Device(Kind kind, String platform, String name, int computeUnits, long memoryBytes) {
    this(kind, platform, name, computeUnits, memoryBytes, 0);
  }

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

  /// `cpu (Java 25, 2 units, 23.5 GiB)`; of devices that are alike, `#1` follows the name of the
  /// second.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s%s (%s, %s units, %.1f GiB)",
        name,
        ordinal == 0 ? "" : " #" + ordinal,
        platform,
        computeUnits,
        memoryBytes / (double) (1L << 30));
  }
}
