package io.cleave.opencl.session;

import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads what a device can do. Every binding asks the same questions here, so that all give the
/// same facts.
final class DeviceReader {
  private static final int TYPE = 0x1000;
  private static final int MAX_COMPUTE_UNITS = 0x1002;
  private static final int MAX_WORK_GROUP_SIZE = 0x1004;
  private static final int MAX_MEM_ALLOC_SIZE = 0x1010;
  private static final int MEM_BASE_ADDR_ALIGN = 0x1019;
  private static final int SINGLE_FP_CONFIG = 0x101B;
  private static final int GLOBAL_MEM_SIZE = 0x101F;
  private static final int LOCAL_MEM_SIZE = 0x1023;
  private static final int ENDIAN_LITTLE = 0x1026;
  private static final int AVAILABLE = 0x1027;
  private static final int COMPILER_AVAILABLE = 0x1028;
  private static final int NAME = 0x102B;
  private static final int VERSION = 0x102F;
  private static final int HOST_UNIFIED_MEMORY = 0x1035;

  private static final long TYPE_CPU = 1 << 1;
  private static final long TYPE_GPU = 1 << 2;

  private static final long FP_DENORM = 1;
  private static final long FP_INF_NAN = 1 << 1;
  private static final long FP_ROUND_TO_NEAREST = 1 << 2;

  private static final Pattern BEFORE_1_2 = Pattern.compile("OpenCL 1\\.[01]\\b.*");

  /// A system property: `gpu` has processors take the kernels of GPUs, which tests do without one.
  private static final String KIND = "cleave.opencl.kind";

  private DeviceReader() {}

  /// What the device can do.
  ///
  /// @param platform the name of the device's platform
  /// @throws OpenClException if the driver does not answer
  static DeviceInfo facts(String platform, DeviceQuery device) {
    Device.Kind kind = kind(device.number(TYPE));
    return new DeviceInfo(
        new Device(
            kind,
            platform,
            device.text(NAME),
            Math.toIntExact(device.number(MAX_COMPUTE_UNITS)),
            device.number(GLOBAL_MEM_SIZE)),
        device.text(VERSION),
        // The standard has it in bits.
        Math.max(1, device.number(MEM_BASE_ADDR_ALIGN) / Byte.SIZE),
        device.number(MAX_MEM_ALLOC_SIZE),
        device.number(LOCAL_MEM_SIZE),
        device.number(MAX_WORK_GROUP_SIZE),
        kind == Device.Kind.CPU || isUnified(device),
        isExact(device.number(SINGLE_FP_CONFIG)),
        false,
        false);
  }

  /// That a `fma` is rounded once, and conversions to nearest even, the standard demands of all.
  private static boolean isExact(long config) {
    long all = FP_DENORM | FP_INF_NAN | FP_ROUND_TO_NEAREST;
    return (config & all) == all;
  }

  /// What a device can do that was not discovered, but given.
  ///
  /// @param platform the name of the device's platform
  /// @throws IllegalArgumentException if the device cannot be used
  /// @throws OpenClException if the driver does not answer
  static DeviceInfo usableFacts(String platform, DeviceQuery device) {
    Optional<Obstacle> obstacle = obstacle(platform, device);
    if (obstacle.isPresent()) {
      throw new IllegalArgumentException(obstacle.get().toString());
    }
    return facts(platform, device);
  }

  /// Why the device cannot be used, if it cannot.
  static Optional<Obstacle> obstacle(String platform, DeviceQuery device) {
    String what = "%s (%s)".formatted(device.text(NAME), platform);
    if (device.number(AVAILABLE) == 0) {
      return Optional.of(
          new Obstacle(what, "the device is not available", Remedies.notAvailable()));
    }
    if (device.number(COMPILER_AVAILABLE) == 0) {
      return Optional.of(new Obstacle(what, "the device has no compiler", Remedies.noCompiler()));
    }
    String version = device.text(VERSION);
    if (BEFORE_1_2.matcher(version).matches()) {
      String cause = "kernels need OpenCL 1.2, the device has " + version;
      return Optional.of(new Obstacle(what, cause, Remedies.oldDevice()));
    }
    // Tables and words go there as they are here.
    boolean littleEndian = device.number(ENDIAN_LITTLE) != 0;
    if (littleEndian != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)) {
      String cause = "the device orders the bytes of a word differently than the host";
      return Optional.of(new Obstacle(what, cause, Remedies.otherByteOrder()));
    }
    return Optional.empty();
  }

  /// Deprecated since OpenCL 2.0, without a successor: a driver may not know the question.
  private static boolean isUnified(DeviceQuery device) {
    try {
      return device.number(HOST_UNIFIED_MEMORY) != 0;
    } catch (OpenClException e) {
      return false;
    }
  }

  private static Device.Kind kind(long type) {
    if ((type & TYPE_CPU) != 0) {
      return "gpu".equals(System.getProperty(KIND)) ? Device.Kind.GPU : Device.Kind.CPU;
    }
    return (type & TYPE_GPU) != 0 ? Device.Kind.GPU : Device.Kind.ACCELERATOR;
  }
}
