package io.cleave.opencl.jocl;

import io.cleave.opencl.session.SessionResources;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;

/// A device, a context and a queue, and what was made in them.
final class JoclResources extends SessionResources<cl_mem, cl_event> {
  private final cl_device_id device;
  private final cl_context context;
  private final cl_command_queue queue;
  private final String name;

  /// Takes over one reference to the context and one to the queue.
  ///
  /// @param name the device's name, for messages
  JoclResources(
      cl_device_id device,
      cl_context context,
      cl_command_queue queue,
      String name,
      Ownership ownership) {
    super(name, ownership);
    this.device = device;
    this.context = context;
    this.queue = queue;
    this.name = name;
  }

  cl_device_id device() {
    return device;
  }

  cl_context context() {
    return context;
  }

  cl_command_queue queue() {
    return queue;
  }

  /// The device's name.
  String name() {
    return name;
  }

  /// Calls a function that returns its status.
  ///
  /// @param detail what it was asked for; the device is added
  void check(String call, Supplier<String> detail, IntSupplier function) {
    JoclCall.check(call, () -> "%s on %s".formatted(detail.get(), name), function);
  }

  /// Calls a function that returns an object.
  <T> T create(String call, Supplier<String> detail, Function<int[], @Nullable T> function) {
    return JoclCall.create(call, () -> "%s on %s".formatted(detail.get(), name), function);
  }

  @Override
  protected void finish() {
    check("clFinish", () -> "closing a session", () -> CL.clFinish(queue));
  }

  @Override
  protected void releaseBuffer(cl_mem buffer) {
    check("clReleaseMemObject", () -> "freeing memory", () -> CL.clReleaseMemObject(buffer));
  }

  @Override
  protected void releaseEvent(cl_event event) {
    check("clReleaseEvent", () -> "giving back an event", () -> CL.clReleaseEvent(event));
  }

  @Override
  protected void releaseQueue() {
    check(
        "clReleaseCommandQueue", () -> "closing a session", () -> CL.clReleaseCommandQueue(queue));
  }

  @Override
  protected void releaseContext() {
    check("clReleaseContext", () -> "closing a session", () -> CL.clReleaseContext(context));
  }

  @Override
  protected long address(cl_mem buffer) {
    return buffer.getNativePointer();
  }
}
