package io.cleave.opencl.jocl;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cleave.opencl.session.DeviceQuery;
import java.util.function.IntSupplier;
import org.jocl.CL;
import org.jocl.NativePointerObject;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jspecify.annotations.Nullable;

/// What one OpenCL object says about itself.
///
/// @param call the OpenCL function that asks it
/// @param object what it is, for messages
/// @param query that function with the object filled in
record JoclInfo(String call, String object, Query query) implements DeviceQuery {
  /// A `clGet...Info` of one object.
  @FunctionalInterface
  interface Query {
    int ask(int name, long bytes, @Nullable Pointer value, long @Nullable [] bytesNeeded);
  }

  static JoclInfo of(cl_platform_id platform) {
    return new JoclInfo(
        "clGetPlatformInfo",
        "a platform",
        (name, bytes, value, needed) -> CL.clGetPlatformInfo(platform, name, bytes, value, needed));
  }

  static JoclInfo of(cl_device_id device) {
    return new JoclInfo(
        "clGetDeviceInfo",
        "a device",
        (name, bytes, value, needed) -> CL.clGetDeviceInfo(device, name, bytes, value, needed));
  }

  static JoclInfo of(cl_command_queue queue) {
    return new JoclInfo(
        "clGetCommandQueueInfo",
        "a queue",
        (name, bytes, value, needed) ->
            CL.clGetCommandQueueInfo(queue, name, bytes, value, needed));
  }

  static JoclInfo of(cl_mem memory) {
    return new JoclInfo(
        "clGetMemObjectInfo",
        "memory",
        (name, bytes, value, needed) -> CL.clGetMemObjectInfo(memory, name, bytes, value, needed));
  }

  static JoclInfo of(cl_kernel kernel) {
    return new JoclInfo(
        "clGetKernelInfo",
        "a kernel",
        (name, bytes, value, needed) -> CL.clGetKernelInfo(kernel, name, bytes, value, needed));
  }

  static JoclInfo of(cl_event event) {
    return new JoclInfo(
        "clGetEventInfo",
        "an event",
        (name, bytes, value, needed) -> CL.clGetEventInfo(event, name, bytes, value, needed));
  }

  static JoclInfo ofProfile(cl_event event) {
    return new JoclInfo(
        "clGetEventProfilingInfo",
        "an event",
        (name, bytes, value, needed) ->
            CL.clGetEventProfilingInfo(event, name, bytes, value, needed));
  }

  static JoclInfo ofBuild(cl_program program, cl_device_id device) {
    return new JoclInfo(
        "clGetProgramBuildInfo",
        "a program",
        (name, bytes, value, needed) ->
            CL.clGetProgramBuildInfo(program, device, name, bytes, value, needed));
  }

  /// The same, told apart in messages by the device it is on.
  JoclInfo on(String device) {
    return new JoclInfo(call, "%s on %s".formatted(object, device), query);
  }

  @Override
  public String text(int name) {
    long[] needed = new long[1];
    check(name, () -> query.ask(name, 0, null, needed));
    byte[] bytes = new byte[Math.toIntExact(needed[0])];
    if (bytes.length > 0) {
      check(name, () -> query.ask(name, bytes.length, Pointer.to(bytes), null));
    }
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, UTF_8).strip();
  }

  /// All machines that JOCL has libraries for are little-endian: of 4 bytes, the upper half stays
  /// 0.
  @Override
  public long number(int name) {
    long[] value = new long[1];
    check(name, () -> query.ask(name, Long.BYTES, Pointer.to(value), null));
    return value[0];
  }

  /// Fills a new handle in, the only way to get one.
  <T extends NativePointerObject> T handle(int name, T handle) {
    check(name, () -> query.ask(name, Sizeof.POINTER, Pointer.to(handle), null));
    return handle;
  }

  private void check(int name, IntSupplier ask) {
    JoclCall.check(call, () -> "asking %s for 0x%X".formatted(object, name), ask);
  }
}
