package io.cleave.opencl.lwjgl;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.session.DeviceQuery;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/// What one OpenCL object says about itself.
///
/// @param call the OpenCL function that asks it
/// @param object what it is, for messages
/// @param query that function with the object filled in
record Inquiry(String call, String object, Query query) implements DeviceQuery {
  /// A `clGet...Info` of one object.
  @FunctionalInterface
  interface Query {
    int ask(int name, long bytes, long value, long bytesNeeded);
  }

  static Inquiry ofPlatform(long platform) {
    return new Inquiry(
        "clGetPlatformInfo",
        "a platform",
        (name, bytes, value, needed) ->
            CL10.nclGetPlatformInfo(platform, name, bytes, value, needed));
  }

  static Inquiry ofDevice(long device) {
    return new Inquiry(
        "clGetDeviceInfo",
        "a device",
        (name, bytes, value, needed) -> CL10.nclGetDeviceInfo(device, name, bytes, value, needed));
  }

  static Inquiry ofQueue(long queue) {
    return new Inquiry(
        "clGetCommandQueueInfo",
        "a queue",
        (name, bytes, value, needed) ->
            CL10.nclGetCommandQueueInfo(queue, name, bytes, value, needed));
  }

  static Inquiry ofMemory(long memory) {
    return new Inquiry(
        "clGetMemObjectInfo",
        "memory",
        (name, bytes, value, needed) ->
            CL10.nclGetMemObjectInfo(memory, name, bytes, value, needed));
  }

  static Inquiry ofKernel(long kernel) {
    return new Inquiry(
        "clGetKernelInfo",
        "a kernel",
        (name, bytes, value, needed) -> CL10.nclGetKernelInfo(kernel, name, bytes, value, needed));
  }

  static Inquiry ofEvent(long event) {
    return new Inquiry(
        "clGetEventInfo",
        "an event",
        (name, bytes, value, needed) -> CL10.nclGetEventInfo(event, name, bytes, value, needed));
  }

  static Inquiry ofProfile(long event) {
    return new Inquiry(
        "clGetEventProfilingInfo",
        "an event",
        (name, bytes, value, needed) ->
            CL10.nclGetEventProfilingInfo(event, name, bytes, value, needed));
  }

  static Inquiry ofBuild(long program, long device) {
    return new Inquiry(
        "clGetProgramBuildInfo",
        "a program",
        (name, bytes, value, needed) ->
            CL10.nclGetProgramBuildInfo(program, device, name, bytes, value, needed));
  }

  /// The same, told apart in messages by the device it is on.
  Inquiry on(String device) {
    return new Inquiry(call, "%s on %s".formatted(object, device), query);
  }

  /// A number or handle of 4 or 8 bytes, without sign.
  @Override
  public long number(int name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(ValueLayout.JAVA_LONG);
      MemorySegment needed = arena.allocate(ValueLayout.JAVA_LONG);
      check(name, query.ask(name, value.byteSize(), value.address(), needed.address()));
      return needed.get(ValueLayout.JAVA_LONG, 0) == Integer.BYTES
          ? Integer.toUnsignedLong(value.get(ValueLayout.JAVA_INT, 0))
          : value.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Override
  public String text(int name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment needed = arena.allocate(ValueLayout.JAVA_LONG);
      check(name, query.ask(name, 0, MemoryUtil.NULL, needed.address()));
      long bytes = needed.get(ValueLayout.JAVA_LONG, 0);
      // One byte more, so that it ends even if a driver forgot to end it.
      MemorySegment value = arena.allocate(bytes + 1);
      if (bytes > 0) {
        check(name, query.ask(name, bytes, value.address(), MemoryUtil.NULL));
      }
      return value.getString(0).strip();
    }
  }

  private void check(int name, int status) {
    if (status != ClStatus.SUCCESS) {
      throw new OpenClException(call, status, "asking %s for 0x%X".formatted(object, name));
    }
  }
}
