package io.cleave.opencl.session;

import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClApi.Kind;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lists the devices of all platforms and reads what each can do. A platform or device that fails
/// becomes an [Obstacle] and does not hide the others.
public final class DeviceSearch {
  private static final int PLATFORM_NAME = 0x0902;
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

  /// Subnormal numbers, infinities and rounding to nearest. That a `fma` is rounded once, and
  /// conversions to nearest even, the standard demands of all devices.
  private static final long EXACT_FLOATS = 1 | 1 << 1 | 1 << 2;

  private static final Pattern BEFORE_1_2 = Pattern.compile("OpenCL 1\\.[01]\\b.*");

  /// A system property: `gpu` has processors take the kernels of GPUs, which tests do without one.
  private static final String KIND = "cleave.opencl.kind";

  private final ClApi<?, ?> api;
  private final List<FoundDevice> devices = new ArrayList<>();
  private final List<Obstacle> obstacles = new ArrayList<>();

  private DeviceSearch(ClApi<?, ?> api) {
    this.api = api;
  }

  /// Lists devices. Never throws: what is missing is part of the answer.
  static DeviceSearch run(ClApi<?, ?> api) {
    DeviceSearch search = new DeviceSearch(api);
    Obstacle missing = api.load();
    if (missing == null) {
      search.listPlatforms();
    } else {
      search.obstacles.add(missing);
    }
    return search;
  }

  /// The devices that can be used.
  public List<FoundDevice> devices() {
    return List.copyOf(devices);
  }

  /// What is missing or broken.
  public List<Obstacle> obstacles() {
    return List.copyOf(obstacles);
  }

  /// The handle of a device that was found before.
  ///
  /// @throws IllegalArgumentException if it is not there any more
  public static Object find(ClApi<?, ?> api, FoundDevice device) {
    Object platform = pick(api.clGetPlatformIDs(), device.platformIndex(), device);
    return pick(api.clGetDeviceIDs(platform), device.deviceIndex(), device);
  }

  private static Object pick(List<Object> handles, int index, FoundDevice device) {
    if (index >= handles.size()) {
      throw new IllegalArgumentException(
          "%s is not there any more; discover the devices again".formatted(device.device().name()));
    }
    return handles.get(index);
  }

  /// The facts of a device that was given by its handle.
  ///
  /// @throws IllegalArgumentException if the device cannot be used
  /// @throws OpenClException if the driver does not answer
  static DeviceInfo facts(ClApi<?, ?> api, Object platform, Object device) {
    DeviceSearch search = new DeviceSearch(api);
    String name = api.text(Kind.PLATFORM, platform, PLATFORM_NAME);
    Obstacle obstacle = search.obstacle(name, device);
    if (obstacle != null) {
      throw new IllegalArgumentException(obstacle.toString());
    }
    DeviceInfo facts = search.read(name, device);
    return Failures.naming(
        facts.device().name(),
        () -> "opening a session",
        () -> {
          // A part of a device is in no list.
          List<Object> handles = api.clGetDeviceIDs(platform);
          int index = Math.max(0, handles.indexOf(device));
          return search.numbered(facts, name, handles.subList(0, index));
        });
  }

  private void listPlatforms() {
    try {
      List<Object> platforms = api.clGetPlatformIDs();
      if (platforms.isEmpty()) {
        String cause = "the OpenCL loader found no platform";
        obstacles.add(new Obstacle(api.name(), cause, Remedies.noPlatform()));
      }
      for (int i = 0; i < platforms.size(); i++) {
        listDevices(i, platforms.get(i));
      }
    } catch (RuntimeException e) {
      obstacles.add(new Obstacle(api.name(), text(e), Remedies.noPlatform()));
    }
  }

  private void listDevices(int index, Object platform) {
    String name = "platform " + index;
    try {
      name = api.text(Kind.PLATFORM, platform, PLATFORM_NAME);
      List<Object> handles = api.clGetDeviceIDs(platform);
      if (handles.isEmpty()) {
        String cause = "the platform has no device";
        obstacles.add(new Obstacle(name, cause, Remedies.noDevice(name)));
      }
      for (int i = 0; i < handles.size(); i++) {
        look(index, name, i, handles);
      }
    } catch (RuntimeException e) {
      obstacles.add(new Obstacle(name, text(e), Remedies.brokenPlatform()));
    }
  }

  private void look(int platformIndex, String platform, int index, List<Object> handles) {
    try {
      Object device = handles.get(index);
      Obstacle obstacle = obstacle(platform, device);
      if (obstacle != null) {
        obstacles.add(obstacle);
      } else {
        DeviceInfo facts = numbered(read(platform, device), platform, handles.subList(0, index));
        devices.add(new FoundDevice(api, platformIndex, index, facts));
      }
    } catch (RuntimeException e) {
      String what = "device %s (%s)".formatted(index, platform);
      obstacles.add(new Obstacle(what, text(e), Remedies.brokenPlatform()));
    }
  }

  /// An exception that is not ours, such as that of a function that the loader lacks, needs its
  /// name.
  private static String text(RuntimeException e) {
    return e instanceof OpenClException ? String.valueOf(e.getMessage()) : e.toString();
  }

  /// The reason why a device cannot be used, or null.
  private @Nullable Obstacle obstacle(String platform, Object device) {
    String what = "%s (%s)".formatted(text(device, NAME), platform);
    if (number(device, AVAILABLE) == 0) {
      return new Obstacle(what, "the device is not available", Remedies.notAvailable());
    }
    if (number(device, COMPILER_AVAILABLE) == 0) {
      return new Obstacle(what, "the device has no compiler", Remedies.noCompiler());
    }
    String version = text(device, VERSION);
    if (BEFORE_1_2.matcher(version).matches()) {
      String cause = "kernels need OpenCL 1.2, the device has " + version;
      return new Obstacle(what, cause, Remedies.oldDevice());
    }
    // Tables and words go there as they are here.
    boolean littleEndian = number(device, ENDIAN_LITTLE) != 0;
    if (littleEndian != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)) {
      String cause = "the device orders the bytes of a word differently than the host";
      return new Obstacle(what, cause, Remedies.otherByteOrder());
    }
    return null;
  }

  private DeviceInfo read(String platform, Object device) {
    Device.Kind kind = kind(number(device, TYPE));
    return new DeviceInfo(
        new Device(
            kind,
            platform,
            text(device, NAME),
            Math.toIntExact(number(device, MAX_COMPUTE_UNITS)),
            number(device, GLOBAL_MEM_SIZE)),
        text(device, VERSION),
        // The standard has it in bits.
        Math.max(1, number(device, MEM_BASE_ADDR_ALIGN) / Byte.SIZE),
        number(device, MAX_MEM_ALLOC_SIZE),
        number(device, LOCAL_MEM_SIZE),
        number(device, MAX_WORK_GROUP_SIZE),
        kind == Device.Kind.CPU || isUnified(device),
        (number(device, SINGLE_FP_CONFIG) & EXACT_FLOATS) == EXACT_FLOATS,
        false,
        false);
  }

  private static Device.Kind kind(long type) {
    if ((type & TYPE_CPU) != 0) {
      return "gpu".equals(System.getProperty(KIND)) ? Device.Kind.GPU : Device.Kind.CPU;
    }
    return (type & TYPE_GPU) != 0 ? Device.Kind.GPU : Device.Kind.ACCELERATOR;
  }

  /// Deprecated since OpenCL 2.0, without a successor: a driver may not know the question.
  private boolean isUnified(Object device) {
    try {
      return number(device, HOST_UNIFIED_MEMORY) != 0;
    } catch (OpenClException e) {
      return false;
    }
  }

  /// Numbers devices that are alike in the order of the platform's list.
  ///
  /// @param before the devices before this one
  private DeviceInfo numbered(DeviceInfo facts, String platform, List<Object> before) {
    long alike = before.stream().filter(other -> isLike(facts, platform, other)).count();
    return facts.withOrdinal(Math.toIntExact(alike));
  }

  private boolean isLike(DeviceInfo facts, String platform, Object other) {
    try {
      return read(platform, other).device().equals(facts.device());
    } catch (OpenClException e) {
      return false;
    }
  }

  private String text(Object device, int name) {
    return asked(name, () -> api.text(Kind.DEVICE, device, name));
  }

  private long number(Object device, int name) {
    return asked(name, () -> api.number(Kind.DEVICE, device, name));
  }

  private static <T> T asked(int name, Supplier<T> question) {
    return Failures.naming("a device", () -> "asking for 0x%X".formatted(name), question);
  }
}
