package io.cleave.opencl.lwjgl;

import static org.lwjgl.opencl.CL10.CL_CONTEXT_PLATFORM;
import static org.lwjgl.opencl.CL10.CL_DEVICE_QUEUE_PROPERTIES;
import static org.lwjgl.opencl.CL10.CL_QUEUE_CONTEXT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_DEVICE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROFILING_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROPERTIES;
import static org.lwjgl.system.MemoryUtil.NULL;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.SessionResources.Ownership;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.lwjgl.opencl.CL10;

/// Makes or borrows a context and a queue; a step that fails gives back what came before it.
final class Opening {
  private Opening() {}

  /// The facts of a device.
  ///
  /// @throws IllegalArgumentException if it cannot be used
  static DeviceInfo facts(long device) {
    return DeviceSearch.facts(platform(device), device, new LwjglLoader());
  }

  /// A context and a queue of our own, with all that the device can do.
  static LwjglResources own(long device, DeviceInfo facts) {
    String name = facts.device().name();
    long context = context(device, name);
    try {
      long order = facts.serialLaunches() ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
      long wanted = order | CL_QUEUE_PROFILING_ENABLE;
      long properties = Inquiry.ofDevice(device).number(CL_DEVICE_QUEUE_PROPERTIES) & wanted;
      long queue =
          Check.created(
              "clCreateCommandQueue",
              status -> CL10.nclCreateCommandQueue(context, device, properties, status),
              () -> "a queue with the properties 0x%X on %s".formatted(properties, name));
      return new LwjglResources(device, context, queue, properties, name, Ownership.OWN);
    } catch (RuntimeException | Error e) {
      CL10.clReleaseContext(context);
      throw e;
    }
  }

  private static long platform(long device) {
    return Inquiry.ofDevice(device).number(CL10.CL_DEVICE_PLATFORM);
  }

  private static long context(long device, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment properties =
          arena.allocateFrom(ValueLayout.JAVA_LONG, CL_CONTEXT_PLATFORM, platform(device), 0);
      MemorySegment devices = arena.allocateFrom(ValueLayout.JAVA_LONG, device);
      return Check.created(
          "clCreateContext",
          status ->
              CL10.nclCreateContext(properties.address(), 1, devices.address(), NULL, NULL, status),
          () -> "a context on " + name);
    }
  }

  /// The device of a queue.
  ///
  /// @throws IllegalArgumentException if the queue belongs to another context
  static long device(long context, long queue) {
    requireHandle(context, "context");
    requireHandle(queue, "queue");
    Inquiry inquiry = Inquiry.ofQueue(queue);
    long owner = inquiry.number(CL_QUEUE_CONTEXT);
    if (owner != context) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, context));
    }
    return inquiry.number(CL_QUEUE_DEVICE);
  }

  /// The user's context and queue, held until the session gives them back.
  static LwjglResources borrowed(long device, long context, long queue) {
    long properties = Inquiry.ofQueue(queue).number(CL_QUEUE_PROPERTIES);
    String name = Inquiry.ofDevice(device).text(CL10.CL_DEVICE_NAME);
    retain(context, queue, name);
    return new LwjglResources(device, context, queue, properties, name, Ownership.BORROWED);
  }

  private static void retain(long context, long queue, String name) {
    Check.status("clRetainContext", CL10.clRetainContext(context), () -> "borrowing on " + name);
    try {
      Check.status(
          "clRetainCommandQueue", CL10.clRetainCommandQueue(queue), () -> "borrowing on " + name);
    } catch (RuntimeException | Error e) {
      CL10.clReleaseContext(context);
      throw e;
    }
  }

  private static void requireHandle(long handle, String what) {
    if (handle == NULL) {
      throw new IllegalArgumentException("the %s is null; give a live one".formatted(what));
    }
  }
}
