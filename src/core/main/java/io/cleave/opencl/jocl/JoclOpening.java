package io.cleave.opencl.jocl;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.SessionResources.Ownership;
import org.jocl.CL;
import org.jocl.NativePointerObject;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/// Makes or borrows what a session stands on. What fails half-way leaves nothing behind.
final class JoclOpening {
  private JoclOpening() {}

  /// The facts of a device.
  ///
  /// @throws IllegalArgumentException if it cannot be used
  static DeviceInfo facts(cl_device_id device) {
    return DeviceSearch.facts(platform(device), device, new JoclLoader());
  }

  /// The device of a queue.
  ///
  /// @throws IllegalArgumentException if the queue belongs to another context
  static cl_device_id device(cl_context context, cl_command_queue queue) {
    requireHandle(context, "context");
    requireHandle(queue, "queue");
    JoclInfo info = JoclInfo.of(queue);
    long owner = info.number(CL.CL_QUEUE_CONTEXT);
    if (owner != context.getNativePointer()) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, context.getNativePointer()));
    }
    return info.handle(CL.CL_QUEUE_DEVICE, new cl_device_id());
  }

  /// A context and a queue of our own.
  ///
  /// @param facts what the device tells about itself
  static JoclResources own(cl_device_id device, DeviceInfo facts) {
    String name = facts.device().name();
    var properties = new cl_context_properties();
    properties.addProperty(CL.CL_CONTEXT_PLATFORM, platform(device));
    var devices = new cl_device_id[] {device};
    cl_context context =
        JoclCall.create(
            "clCreateContext",
            () -> "a context on " + name,
            status -> CL.clCreateContext(properties, 1, devices, null, null, status));
    try {
      return new JoclResources(device, context, queue(context, device, facts), name, Ownership.OWN);
    } catch (RuntimeException | Error e) {
      JoclCall.status(() -> CL.clReleaseContext(context));
      throw e;
    }
  }

  /// The user's context and queue, held until the session gives them back.
  static JoclResources borrow(
      cl_device_id device, cl_context context, cl_command_queue queue, String name) {
    JoclCall.check(
        "clRetainContext", () -> "borrowing on " + name, () -> CL.clRetainContext(context));
    try {
      JoclCall.check(
          "clRetainCommandQueue",
          () -> "borrowing on " + name,
          () -> CL.clRetainCommandQueue(queue));
    } catch (RuntimeException | Error e) {
      JoclCall.status(() -> CL.clReleaseContext(context));
      throw e;
    }
    return new JoclResources(device, context, queue, name, Ownership.BORROWED);
  }

  /// The call of OpenCL 1: every driver has it, and its successor only those of OpenCL 2 and later.
  @SuppressWarnings("deprecation")
  private static cl_command_queue queue(cl_context context, cl_device_id device, DeviceInfo facts) {
    long order = facts.serialLaunches() ? 0 : CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    long wanted = order | CL.CL_QUEUE_PROFILING_ENABLE;
    long properties = JoclInfo.of(device).number(CL.CL_DEVICE_QUEUE_PROPERTIES) & wanted;
    return JoclCall.create(
        "clCreateCommandQueue",
        () -> "a queue with the properties 0x%X on %s".formatted(properties, facts.device().name()),
        status -> CL.clCreateCommandQueue(context, device, properties, status));
  }

  private static cl_platform_id platform(cl_device_id device) {
    return JoclInfo.of(device).handle(CL.CL_DEVICE_PLATFORM, new cl_platform_id());
  }

  private static void requireHandle(NativePointerObject handle, String what) {
    if (handle.getNativePointer() == 0) {
      throw new IllegalArgumentException("the %s is null; give a live one".formatted(what));
    }
  }
}
