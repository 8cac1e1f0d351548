package io.cleave.opencl.route;

import io.cleave.backend.Device;
import io.cleave.backend.Device.Kind;

/// Facts of devices as their drivers tell them.
final class RouterDevices {
  static final DeviceFacts POCL =
      of(Kind.CPU, "Portable Computing Language", 128, 512 << 10, 4096)
          .with(new Abilities(true, true));
  static final DeviceFacts INTEL =
      of(Kind.CPU, "Intel(R) OpenCL", 128, 256 << 10, 8192).with(new Abilities(true, true));
  static final DeviceFacts OCLGRIND = of(Kind.CPU, "Oclgrind", 128, 32 << 10, 1024);
  static final DeviceFacts RUSTICL = of(Kind.CPU, "rusticl", 128, 32 << 10, 1024);
  static final DeviceFacts NVIDIA = of(Kind.GPU, "NVIDIA CUDA", 512, 48 << 10, 1024);
  static final DeviceFacts AMD =
      of(Kind.GPU, "AMD Accelerated Parallel Processing", 256, 64 << 10, 256);
  static final DeviceFacts ACCELERATOR = of(Kind.ACCELERATOR, "Some Board", 128, 16 << 10, 128);

  private RouterDevices() {}

  static DeviceFacts of(Kind kind, String platform, long base, long localMemory, long maxGroup) {
    Device device = new Device(kind, platform, "one of " + platform, 2, 64L << 30);
    boolean shares = kind == Kind.CPU;
    return new DeviceFacts(device, "OpenCL 3.0", base, 16L << 30, localMemory, maxGroup, shares);
  }
}
