package io.cleave.opencl.route;

import io.cleave.Device;
import io.cleave.spi.KnownDevice;
import java.util.Set;
import java.util.regex.Pattern;

/// Capabilities and driver quirks of a device, as far as routes and sessions depend on them. Read
/// once, when a session opens.
///
/// @param device the device as it is listed
/// @param version the driver's version text
/// @param baseAlignment bytes; the origin of a sub-buffer is a multiple of it
/// @param maxAllocation bytes of the largest buffer
/// @param localMemory bytes that a work-group shares
/// @param maxGroup the largest work-group
/// @param sharesMemory true if buffers can be made from host memory without a copy
/// @param exactFloats true if single precision rounds to nearest and keeps subnormal numbers and
///   infinities
/// @param clang true if the compiler was found to be clang for a processor: it has non-temporal
///   stores, shuffles and prefetches, honours types with a lower alignment, and loads 16 bytes from
///   any address in one instruction. Elsewhere tiles are small: on llvmpipe (rusticl) a work-item
///   silently stops after some 65535 turns of its loops
/// @param hostAddresses true if kernels were found to see host memory at the host's addresses. Then
///   nothing has to be read back to itself, and one list of addresses replaces a buffer for each
///   part
public record DeviceInfo(
    Device device,
    String version,
    long baseAlignment,
    long maxAllocation,
    long localMemory,
    long maxGroup,
    boolean sharesMemory,
    boolean exactFloats,
    boolean clang,
    boolean hostAddresses) {
  private static final String POCL = "Portable Computing Language";
  private static final Pattern POCL_BEFORE_6 = Pattern.compile("[0-5]\\..*");
  private static final String INTEL = "Intel(R) OpenCL";
  private static final String AMD = "AMD Accelerated Parallel Processing";

  /// rusticl takes types with a lower alignment and then computes wrong bytes, because SPIR-V loses
  /// it. Oclgrind reports each such load.
  private static final Set<String> NEVER_PROBED = Set.of("rusticl", "Clover", "Oclgrind");

  /// 64 addresses stay well below the 1024 bytes that every device grants to a kernel's arguments.
  private static final int OUTPUTS = 64;

  /// Buffers for AMD's compiler: from 32 on it runs out of scalar registers (clang for gfx90a: 44
  /// spilled with 32, none with 16).
  private static final int AMD_OUTPUTS = 16;

  /// The work-items of a group on a GPU, with which the kernels were measured.
  private static final int GPU_GROUP = 256;

  /// True if the device is a processor, whose work-groups are threads.
  public boolean isCpu() {
    return KnownDevice.kind(device) == KnownDevice.Kind.CPU;
  }

  /// The work-items of a group, a power of two: 1 on a processor, 256 at most elsewhere.
  public int groupSize() {
    return isCpu() ? 1 : (int) Long.highestOneBit(Math.clamp(maxGroup, 1, GPU_GROUP));
  }

  /// True if launches must not run at the same time.
  ///
  /// PoCL before 6 keeps a loaded kernel for each width of a grid and counts the uses of the wrong
  /// one when launches of different widths overlap, which ends the process (3.1: an assertion of
  /// `pocl_release_dlhandle_cache`; mended by its commit c9ac4c0c, released with 6.0).
  ///
  /// In Intel's driver (2026.2) a thread that waits for its commands takes over the wait of another
  /// one, and both may wait for ever: most surveys of `src/bench` stood still within two minutes.
  public boolean serialLaunches() {
    return device.platform().equals(INTEL)
        || (device.platform().equals(POCL) && POCL_BEFORE_6.matcher(version).matches());
  }

  /// True if the process must not compile twice at the same time, in any context. Intel's driver
  /// ends the JVM inside `clBuildProgram` within a minute when 8 threads open splitters.
  public boolean serialBuilds() {
    return device.platform().equals(INTEL);
  }

  /// The most buffers that one launch writes to.
  public int maxOutputs() {
    return !isCpu() && device.platform().equals(AMD) ? AMD_OUTPUTS : OUTPUTS;
  }

  /// True if a kernel should be run to find out what the device can do beyond the standard.
  public boolean isWorthProbing() {
    return isCpu() && !NEVER_PROBED.contains(device.platform());
  }

  /// A copy with what a probe found.
  public DeviceInfo withProbed(boolean isClang, boolean seesHostAddresses) {
    return new DeviceInfo(
        device,
        version,
        baseAlignment,
        maxAllocation,
        localMemory,
        maxGroup,
        sharesMemory,
        exactFloats,
        isClang,
        seesHostAddresses);
  }
}
