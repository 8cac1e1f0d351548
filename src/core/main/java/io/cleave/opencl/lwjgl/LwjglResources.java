package io.cleave.opencl.lwjgl;

import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROFILING_ENABLE;

import io.cleave.opencl.session.SessionResources;
import java.util.function.Supplier;
import org.lwjgl.opencl.CL10;

/// A device, a context and a queue, and what was made in them.
final class LwjglResources extends SessionResources<Long, Long> {
  private final long device;
  private final long context;
  private final long queue;
  private final long queueProperties;
  private final String deviceName;

  /// Takes over one reference to the context and one to the queue.
  LwjglResources(
      long device,
      long context,
      long queue,
      long queueProperties,
      String deviceName,
      Ownership ownership) {
    super(deviceName, ownership);
    this.device = device;
    this.context = context;
    this.queue = queue;
    this.queueProperties = queueProperties;
    this.deviceName = deviceName;
  }

  long device() {
    return device;
  }

  long context() {
    return context;
  }

  long queue() {
    return queue;
  }

  String deviceName() {
    return deviceName;
  }

  boolean isOutOfOrder() {
    return (queueProperties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  }

  boolean isProfiling() {
    return (queueProperties & CL_QUEUE_PROFILING_ENABLE) != 0;
  }

  /// @param detail what was asked for; the device is added
  void check(String call, int status, Supplier<String> detail) {
    Check.status(call, status, () -> "%s on %s".formatted(detail.get(), deviceName));
  }

  /// The handle of what was made.
  ///
  /// @param detail what was asked for; the device is added
  long created(String call, Check.Creation creation, Supplier<String> detail) {
    return Check.created(call, creation, () -> "%s on %s".formatted(detail.get(), deviceName));
  }

  @Override
  protected long address(Long buffer) {
    return buffer;
  }

  @Override
  protected void finish() {
    check("clFinish", CL10.clFinish(queue), () -> "closing a session");
  }

  @Override
  protected void releaseBuffer(Long buffer) {
    check("clReleaseMemObject", CL10.clReleaseMemObject(buffer), () -> "freeing memory");
  }

  @Override
  protected void releaseEvent(Long event) {
    check("clReleaseEvent", CL10.clReleaseEvent(event), () -> "giving back an event");
  }

  @Override
  protected void releaseQueue() {
    int status = CL10.clReleaseCommandQueue(queue);
    check("clReleaseCommandQueue", status, () -> "closing a session");
  }

  @Override
  protected void releaseContext() {
    check("clReleaseContext", CL10.clReleaseContext(context), () -> "closing a session");
  }
}
