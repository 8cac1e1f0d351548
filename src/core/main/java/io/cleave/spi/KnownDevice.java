package io.cleave.spi;

import com.sun.management.OperatingSystemMXBean;
import io.cleave.Device;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/// A device as it was found.
///
/// @param kind its kind
/// @param platform `Java` and its version, or the name of the OpenCL platform
/// @param name its name
/// @param computeUnits its processors or compute units
/// @param memoryBytes the memory that it may use for data and parts; not used for plain Java, which
///   may use the machine's
/// @param ordinal its number among devices of its platform with the same name, counted from 0
public record KnownDevice(
    Kind kind, String platform, String name, int computeUnits, long memoryBytes, int ordinal)
    implements Device {
  /// Kind of a device.
  public enum Kind {
    /// The processors that run the JVM, in plain Java.
    JAVA,
    /// An OpenCL device that is the host's own processor.
    CPU,
    /// An OpenCL graphics processor.
    GPU,
    /// Any other OpenCL device.
    ACCELERATOR
  }

  /// The name of PoCL's platform.
  private static final String POCL = "portable computing language";

  /// The memory of the machine. It is read when it is asked for: that loads a hundred classes of
  /// the JDK.
  private static final class Memory {
    static final long BYTES =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Runtime.getRuntime().maxMemory();
  }

  @Override
  public long memoryBytes() {
    return kind == Kind.JAVA ? Memory.BYTES : memoryBytes;
  }

  /// True if a device is the CPU in plain Java.
  public static boolean isJava(Device device) {
    return kind(device) == Kind.JAVA;
  }

  /// The kind of a device.
  public static Kind kind(Device device) {
    return ((KnownDevice) device).kind;
  }

  /// True if the name or platform of a device contains this text, in any case. PoCL's platform is
  /// also called `pocl`.
  public static boolean isCalled(Device device, String text) {
    String names = (device.name() + "\n" + device.platform()).toLowerCase(Locale.ROOT);
    return (names.contains(POCL) ? names + "\npocl" : names)
        .contains(text.toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean isGpu() {
    return kind == Kind.GPU;
  }

  /// `cpu (Java 25, 2 units, 23.5 GiB)`; of devices that are alike, `#1` follows the name of the
  /// second.
  @Override
  public String toString() {
    String number = ordinal == 0 ? "" : " #" + ordinal;
    String gib = String.format(Locale.ROOT, "%.1f GiB", memoryBytes() / (double) (1L << 30));
    return "%s%s (%s, %s units, %s)".formatted(name, number, platform, computeUnits, gib);
  }
}
