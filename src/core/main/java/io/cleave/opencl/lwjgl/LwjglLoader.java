package io.cleave.opencl.lwjgl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.session.DeviceQuery;
import io.cleave.opencl.session.Loader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/// What the loader answers through LWJGL.
final class LwjglLoader implements Loader<Long, Long> {
  /// A function that lists handles.
  @FunctionalInterface
  interface Listing {
    int list(int room, long handles, long count);
  }

  @Override
  public List<Long> platforms() {
    return handles("clGetPlatformIDs", ClStatus.PLATFORM_NOT_FOUND_KHR, CL10::nclGetPlatformIDs);
  }

  @Override
  public String name(Long platform) {
    return Inquiry.ofPlatform(platform).text(CL10.CL_PLATFORM_NAME);
  }

  @Override
  public List<Long> devices(Long platform) {
    return handles(
        "clGetDeviceIDs",
        CL10.CL_DEVICE_NOT_FOUND,
        (room, handles, count) ->
            CL10.nclGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_ALL, room, handles, count));
  }

  @Override
  public DeviceQuery ask(Long device) {
    return Inquiry.ofDevice(device);
  }

  /// Asks for the number, then for the handles.
  ///
  /// @param none the status that means that there are none
  static List<Long> handles(String call, int none, Listing listing) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      int status = listing.list(0, MemoryUtil.NULL, count.address());
      int size = count.get(ValueLayout.JAVA_INT, 0);
      if (status == none || (status == ClStatus.SUCCESS && size == 0)) {
        return List.of();
      }
      check(call, status, size);
      MemorySegment handles = arena.allocate(ValueLayout.JAVA_LONG, size);
      check(call, listing.list(size, handles.address(), MemoryUtil.NULL), size);
      return Arrays.stream(handles.toArray(ValueLayout.JAVA_LONG)).boxed().toList();
    }
  }

  private static void check(String call, int status, int size) {
    if (status != ClStatus.SUCCESS) {
      throw new OpenClException(call, status, "listing %s of them".formatted(size));
    }
  }
}
