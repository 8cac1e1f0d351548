package io.cleave.opencl.jocl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.session.DeviceQuery;
import io.cleave.opencl.session.Loader;
import java.util.List;
import java.util.function.IntFunction;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;

/// What the loader answers through JOCL.
final class JoclLoader implements Loader<cl_platform_id, cl_device_id> {
  /// As OpenCL's header has it. JOCL's constant has all 64 bits, by sign extension, which rusticl
  /// refuses.
  private static final long ALL_TYPES = 0xFFFF_FFFFL;

  /// A function that lists handles.
  @FunctionalInterface
  private interface Listing<T> {
    int list(int room, T @Nullable [] handles, int @Nullable [] count);
  }

  @Override
  public List<cl_platform_id> platforms() {
    return handles(
        "clGetPlatformIDs",
        ClStatus.PLATFORM_NOT_FOUND_KHR,
        cl_platform_id[]::new,
        CL::clGetPlatformIDs);
  }

  @Override
  public String name(cl_platform_id platform) {
    return JoclInfo.of(platform).text(CL.CL_PLATFORM_NAME);
  }

  @Override
  public List<cl_device_id> devices(cl_platform_id platform) {
    return handles(
        "clGetDeviceIDs",
        CL.CL_DEVICE_NOT_FOUND,
        cl_device_id[]::new,
        (room, handles, count) -> CL.clGetDeviceIDs(platform, ALL_TYPES, room, handles, count));
  }

  @Override
  public DeviceQuery ask(cl_device_id device) {
    return JoclInfo.of(device);
  }

  /// Asks for the number, then for the handles.
  ///
  /// @param none the status that means that there are none
  private static <T> List<T> handles(
      String call, int none, IntFunction<T[]> array, Listing<T> listing) {
    int[] count = new int[1];
    int status = JoclCall.status(() -> listing.list(0, null, count));
    if (status == none || (status == ClStatus.SUCCESS && count[0] == 0)) {
      return List.of();
    }
    if (status != ClStatus.SUCCESS) {
      // JOCL leaves garbage in the count then.
      throw new OpenClException(call, status, "listing 0 of them");
    }
    T[] handles = array.apply(count[0]);
    JoclCall.check(
        call,
        () -> "listing %s of them".formatted(handles.length),
        () -> listing.list(handles.length, handles, null));
    return List.of(handles);
  }
}
