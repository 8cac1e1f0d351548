package io.cleave.opencl.session;

import static org.lwjgl.opencl.CL10.CL_DEVICE_AVAILABLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_COMPILER_AVAILABLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_ENDIAN_LITTLE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_GLOBAL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_LOCAL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_COMPUTE_UNITS;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_MEM_ALLOC_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_WORK_GROUP_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MEM_BASE_ADDR_ALIGN;
import static org.lwjgl.opencl.CL10.CL_DEVICE_NAME;
import static org.lwjgl.opencl.CL10.CL_DEVICE_PLATFORM;
import static org.lwjgl.opencl.CL10.CL_DEVICE_SINGLE_FP_CONFIG;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_CPU;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_GPU;
import static org.lwjgl.opencl.CL10.CL_DEVICE_VERSION;
import static org.lwjgl.opencl.CL10.CL_DRIVER_VERSION;
import static org.lwjgl.opencl.CL10.CL_PLATFORM_NAME;
import static org.lwjgl.opencl.CL11.CL_DEVICE_HOST_UNIFIED_MEMORY;

import io.cleave.Device;
import io.cleave.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.spi.KnownDevice;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lists the devices of all platforms and reads what each can do. A platform or device that fails
/// becomes an [Obstacle] and does not hide the others.
///
/// @param api the library
/// @param devices the devices that can be used
/// @param obstacles what is missing or broken
public record DeviceSearch(ClApi<?, ?> api, List<FoundDevice> devices, List<Obstacle> obstacles) {
  /// Subnormal numbers, infinities and rounding to nearest. That a `fma` is rounded once, and
  /// conversions to nearest even, the standard demands of all devices.
  private static final long EXACT_FLOATS = 1 | 1 << 1 | 1 << 2;

  private static final Pattern BEFORE_1_2 = Pattern.compile("OpenCL 1\\.[01]\\b.*");

  /// A system property: `gpu` has processors take the kernels of GPUs, which tests do without one.
  private static final String KIND = "cleave.opencl.kind";

  private static final String BROKEN_PLATFORM = "install its driver again, or remove its .icd file";

  /// Lists devices. Never throws: what is missing is part of the answer.
  public static DeviceSearch run(ClApi<?, ?> api) {
    DeviceSearch search = new DeviceSearch(api, new ArrayList<>(), new ArrayList<>());
    Obstacle missing = api.load();
    if (missing == null) {
      search.listPlatforms();
    } else {
      search.obstacles.add(missing);
    }
    return search;
  }

  /// The capabilities of a device that was given by its handle.
  ///
  /// @throws IllegalArgumentException if the device cannot be used
  /// @throws OpenClException if the driver does not answer
  static DeviceInfo info(ClApi<?, ?> api, Object device) {
    DeviceSearch search = new DeviceSearch(api, List.of(), List.of());
    Object platform = api.handle(Kind.DEVICE, device, CL_DEVICE_PLATFORM);
    String name = api.text(Kind.PLATFORM, platform, CL_PLATFORM_NAME);
    Obstacle obstacle = search.obstacle(name, device);
    if (obstacle != null) {
      throw new IllegalArgumentException(obstacle.toString());
    }
    return FailedCallException.naming(
        search.text(device, CL_DEVICE_NAME),
        () -> "opening a session",
        () -> {
          // A part of a device is in no list.
          List<Object> handles = api.clGetDeviceIDs(platform);
          int index = Math.max(0, handles.indexOf(device));
          return search.read(name, device, handles.subList(0, index));
        });
  }

  private void listPlatforms() {
    try {
      List<Object> platforms = api.clGetPlatformIDs();
      if (platforms.isEmpty()) {
        obstacles.add(new Obstacle("OpenCL", "the loader found no platform", noPlatform()));
      }
      obstacles.addAll(DriverFiles.unused());
      for (int i = 0; i < platforms.size(); i++) {
        listDevices(i, platforms.get(i));
      }
    } catch (RuntimeException e) {
      obstacles.add(api.binding().obstacle(text(e), noPlatform()));
    }
  }

  private void listDevices(int index, Object platform) {
    String name = "platform " + index;
    try {
      name = api.text(Kind.PLATFORM, platform, CL_PLATFORM_NAME);
      List<Object> handles = api.clGetDeviceIDs(platform);
      if (handles.isEmpty()) {
        obstacles.add(new Obstacle(name, "the platform has no device", noDevice(name)));
      }
      for (int i = 0; i < handles.size(); i++) {
        look(name, i, handles);
      }
    } catch (RuntimeException e) {
      obstacles.add(new Obstacle(name, text(e), BROKEN_PLATFORM));
    }
  }

  private static String noPlatform() {
    return System.getenv("OCL_ICD_VENDORS") == null
        ? "install a driver: the graphics card's own, or pocl-opencl-icd (Debian, Ubuntu), which"
            + " runs on any processor"
        : "see that %s, which OCL_ICD_VENDORS names, has the .icd file of a driver, or unset it"
            .formatted(DriverFiles.folder());
  }

  private static String noDevice(String platform) {
    String name = platform.toLowerCase(Locale.ROOT);
    if (name.contains("rusticl")) {
      return "name Mesa's driver in RUSTICL_ENABLE: radeonsi, iris, nouveau, or llvmpipe for any"
          + " processor";
    }
    if (name.contains("nvidia")) {
      return "see that nvidia-smi lists the card; a container needs it passed through";
    }
    return "see that its device is there and that you may use it (on Linux, the groups render and"
        + " video), or use another platform";
  }

  private void look(String platform, int index, List<Object> handles) {
    try {
      Object device = handles.get(index);
      Obstacle obstacle = obstacle(platform, device);
      if (obstacle != null) {
        obstacles.add(obstacle);
      } else {
        DeviceInfo info = read(platform, device, handles.subList(0, index));
        devices.add(new FoundDevice(api, device, info));
      }
    } catch (RuntimeException e) {
      String what = "device %s (%s)".formatted(index, platform);
      obstacles.add(new Obstacle(what, text(e), BROKEN_PLATFORM));
    }
  }

  /// An exception that is not ours, such as that of a function that the loader lacks, needs its
  /// name.
  private static String text(RuntimeException e) {
    return e instanceof OpenClException ? String.valueOf(e.getMessage()) : e.toString();
  }

  /// The reason why a device cannot be used, or null.
  private @Nullable Obstacle obstacle(String platform, Object device) {
    String what = "%s (%s)".formatted(text(device, CL_DEVICE_NAME), platform);
    if (number(device, CL_DEVICE_AVAILABLE) == 0) {
      return new Obstacle(
          what,
          "the device is not available",
          "see whether another process holds it, or whether the system has switched it off");
    }
    if (number(device, CL_DEVICE_COMPILER_AVAILABLE) == 0) {
      return new Obstacle(
          what,
          "the device has no compiler",
          "install the compiler of its driver; kernels are compiled where they run");
    }
    String version = text(device, CL_DEVICE_VERSION);
    if (BEFORE_1_2.matcher(version).matches()) {
      return new Obstacle(
          what,
          "kernels need OpenCL 1.2, the device has " + version,
          "install a newer driver, or use another device");
    }
    // Tables and words go there as they are here.
    boolean littleEndian = number(device, CL_DEVICE_ENDIAN_LITTLE) != 0;
    if (littleEndian != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)) {
      return new Obstacle(
          what,
          "the device orders the bytes of a word differently than the host",
          "use another device");
    }
    return null;
  }

  /// Reads the capabilities of a device. Devices that are alike are numbered in the order of the
  /// platform's list.
  ///
  /// @param before the devices before this one
  private DeviceInfo read(String platform, Object device, List<Object> before) {
    Device first = device(platform, device, 0);
    long alike =
        before.stream()
            .filter(other -> holds(() -> device(platform, other, 0).equals(first)))
            .count();
    return new DeviceInfo(
        device(platform, device, (int) alike),
        text(device, CL_DRIVER_VERSION),
        // The standard has it in bits.
        Math.max(1, number(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / Byte.SIZE),
        number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
        number(device, CL_DEVICE_LOCAL_MEM_SIZE),
        number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
        sharesMemory(first, device),
        (number(device, CL_DEVICE_SINGLE_FP_CONFIG) & EXACT_FLOATS) == EXACT_FLOATS,
        false,
        false);
  }

  private Device device(String platform, Object device, int ordinal) {
    return new KnownDevice(
        kind(number(device, CL_DEVICE_TYPE)),
        platform,
        text(device, CL_DEVICE_NAME),
        Math.toIntExact(number(device, CL_DEVICE_MAX_COMPUTE_UNITS)),
        number(device, CL_DEVICE_GLOBAL_MEM_SIZE),
        ordinal);
  }

  /// False if a driver does not answer.
  private static boolean holds(BooleanSupplier question) {
    try {
      return question.getAsBoolean();
    } catch (OpenClException e) {
      return false;
    }
  }

  private static KnownDevice.Kind kind(long type) {
    if ((type & CL_DEVICE_TYPE_CPU) != 0) {
      return "gpu".equals(System.getProperty(KIND)) ? KnownDevice.Kind.GPU : KnownDevice.Kind.CPU;
    }
    return (type & CL_DEVICE_TYPE_GPU) != 0 ? KnownDevice.Kind.GPU : KnownDevice.Kind.ACCELERATOR;
  }

  /// Not rusticl's processor, llvmpipe: with Mesa 26.2 a kernel read an element behind its buffer,
  /// which ended the process where that was the end of a page.
  private boolean sharesMemory(Device device, Object handle) {
    // Deprecated since OpenCL 2.0, without a successor: a driver may not know the question.
    return KnownDevice.kind(device) == KnownDevice.Kind.CPU
        ? !device.platform().equals("rusticl")
        : holds(() -> number(handle, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0);
  }

  private String text(Object device, int name) {
    return asked(name, () -> api.text(Kind.DEVICE, device, name));
  }

  private long number(Object device, int name) {
    return asked(name, () -> api.number(Kind.DEVICE, device, name));
  }

  private static <T> T asked(int name, Supplier<T> question) {
    return FailedCallException.naming(
        "a device", () -> "asking for 0x%X".formatted(name), question);
  }
}
