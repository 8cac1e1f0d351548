package io.cleave.opencl.jocl;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.Probe;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.GuardedSession;
import io.cleave.opencl.session.Opened;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// A session through JOCL. Its memory and its events are JOCL's own objects, so that a program that
/// uses JOCL can mix them with its own. Safe for use by many threads.
final class JoclSession extends GuardedSession<cl_mem, cl_event> {
  private final JoclResources resources;
  private final JoclQueue queue;
  private final JoclTransfers transfers;
  private final JoclBuilder builder;
  private final JoclMemory memory;

  private JoclSession(JoclResources resources, DeviceInfo facts) {
    super(resources, facts);
    this.resources = resources;
    this.queue = new JoclQueue(resources);
    this.transfers = new JoclTransfers(queue, JoclTransfers.LARGEST_CHUNK);
    this.builder = new JoclBuilder(resources);
    this.memory = new JoclMemory(resources, facts.baseAlignment());
  }

  /// A session on a context and a queue that the caller has. Closing it waits for nothing and
  /// releases neither; until then it keeps a reference to each, so both may be released earlier.
  ///
  /// Memory that the session makes is given back to the session; an event that it returns may also
  /// be released with `clReleaseEvent`.
  ///
  /// @param context a context
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws OpenClException if the driver refuses
  public static JoclSession borrow(cl_context context, cl_command_queue queue) {
    cl_device_id device = JoclOpening.device(context, queue);
    DeviceInfo facts = facts(device);
    String name = facts.device().name();
    return Opened.on(name, () -> start(JoclOpening.borrow(device, context, queue, name), facts));
  }

  /// A session with a context and a queue of its own.
  static JoclSession open(FoundDevice found) {
    return Opened.on(
        found.facts().device().name(),
        () -> {
          cl_device_id device = DeviceSearch.find(found, new JoclLoader());
          DeviceInfo facts = facts(device);
          return start(JoclOpening.own(device, facts), facts);
        });
  }

  /// The facts of a device, and what it is found to do.
  private static DeviceInfo facts(cl_device_id device) {
    DeviceInfo facts = JoclOpening.facts(device);
    return Probe.probed(facts, () -> start(JoclOpening.own(device, facts), facts));
  }

  private static JoclSession start(JoclResources resources, DeviceInfo facts) {
    return resources.heldBy(() -> new JoclSession(resources, facts));
  }

  @Override
  public boolean isOutOfOrder() {
    return queue.isOutOfOrder();
  }

  @Override
  public ClKernel build(KernelVariant variant) {
    return inside(() -> builder.build(variant));
  }

  @Override
  public cl_mem allocate(long bytes) {
    return inside(() -> memory.allocate(bytes));
  }

  @Override
  public cl_mem constant(MemorySegment content) {
    return inside(() -> memory.constant(content));
  }

  @Override
  public cl_mem adopt(MemorySegment host, boolean writable) {
    return inside(() -> memory.adopt(host, writable));
  }

  @Override
  public cl_mem slice(cl_mem whole, long offset, long bytes) {
    return inside(() -> memory.slice(whole, offset, bytes));
  }

  @Override
  public boolean isNull(cl_mem buffer) {
    return buffer.getNativePointer() == 0;
  }

  @Override
  public boolean isInContext(cl_mem buffer) {
    return inside(() -> memory.context(buffer) == context().getNativePointer());
  }

  @Override
  public boolean isEventInContext(cl_event event) {
    return inside(
        () -> {
          if (event.getNativePointer() == 0) {
            return false;
          }
          JoclInfo info = JoclInfo.of(event).on(resources.name());
          return info.number(CL.CL_EVENT_CONTEXT) == context().getNativePointer();
        });
  }

  @Override
  public long size(cl_mem buffer) {
    return inside(() -> memory.size(buffer));
  }

  @Override
  public long alignment(cl_mem buffer) {
    return inside(() -> memory.alignment(buffer));
  }

  @Override
  public Region<cl_mem> root(cl_mem buffer) {
    return inside(() -> memory.root(buffer));
  }

  @Override
  public cl_event launch(
      ClKernel kernel,
      List<Argument<cl_mem>> arguments,
      Grid grid,
      List<? extends cl_event> after) {
    return queued(() -> own(JoclKernel.class, kernel).launch(queue, arguments, grid, after));
  }

  @Override
  public cl_event copy(
      cl_mem from, long fromAt, cl_mem to, long toAt, long bytes, List<? extends cl_event> after) {
    return queued(() -> queue.copy(from, fromAt, to, toAt, bytes, after));
  }

  @Override
  public cl_event write(MemorySegment from, cl_mem to, long toAt, List<? extends cl_event> after) {
    return queued(() -> transfers.write(from, to, toAt, after));
  }

  @Override
  public cl_event read(cl_mem from, long fromAt, MemorySegment to, List<? extends cl_event> after) {
    return queued(() -> transfers.read(from, fromAt, to, after));
  }

  @Override
  public cl_event publish(cl_mem adopted, List<? extends cl_event> after) {
    return queued(() -> transfers.publish(adopted, memory.size(adopted), after));
  }

  @Override
  public cl_event marker(List<? extends cl_event> after) {
    return queued(() -> queue.marker(after));
  }

  @Override
  public void flush() {
    run(queue::flush);
  }

  @Override
  protected void end(cl_event event, String what) {
    queue.await(event, what);
  }

  @Override
  public long nanoseconds(cl_event event) {
    return inside(() -> queue.nanoseconds(event));
  }

  cl_context context() {
    return resources.context();
  }
}
