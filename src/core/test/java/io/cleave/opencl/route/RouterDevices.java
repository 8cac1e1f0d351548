package io.cleave.opencl.route;

import io.cleave.Device;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;

/// Facts of devices as their drivers tell them.
public final class RouterDevices {
  public static final DeviceInfo POCL =
      of(Kind.CPU, "Portable Computing Language", 128, 512 << 10, 4096).withProbed(true, true);
  public static final DeviceInfo INTEL =
      of(Kind.CPU, "Intel(R) OpenCL", 128, 256 << 10, 8192).withProbed(true, true);
  public static final DeviceInfo OCLGRIND = of(Kind.CPU, "Oclgrind", 128, 32 << 10, 1024);
  public static final DeviceInfo RUSTICL = of(Kind.CPU, "rusticl", 128, 32 << 10, 1024);
  public static final DeviceInfo NVIDIA = of(Kind.GPU, "NVIDIA CUDA", 512, 48 << 10, 1024);
  public static final DeviceInfo AMD =
      of(Kind.GPU, "AMD Accelerated Parallel Processing", 256, 64 << 10, 256);
  public static final DeviceInfo ACCELERATOR =
      of(Kind.ACCELERATOR, "Some Board", 128, 16 << 10, 128);

  private RouterDevices() {}

  public static DeviceInfo of(
      Kind kind, String platform, long base, long localMemory, long maxGroup) {
    Device device = new KnownDevice(kind, platform, "one of " + platform, 2, 64L << 30, 0);
    boolean shares = kind == Kind.CPU;
    return new DeviceInfo(
        device, "OpenCL 3.0", base, 16L << 30, localMemory, maxGroup, shares, true, false, false);
  }

  /// A copy without exact single precision.
  public static DeviceInfo withoutExactFloats(DeviceInfo of) {
    return new DeviceInfo(
        of.device(),
        of.version(),
        of.baseAlignment(),
        of.maxAllocation(),
        of.localMemory(),
        of.maxGroup(),
        of.sharesMemory(),
        false,
        of.clang(),
        of.hostAddresses());
  }
}
