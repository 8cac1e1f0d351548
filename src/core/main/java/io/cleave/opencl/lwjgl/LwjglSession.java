package io.cleave.opencl.lwjgl;

import static org.lwjgl.opencl.CL11.CL_EVENT_CONTEXT;

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
import org.lwjgl.system.MemoryUtil;

/// A session whose handles are LWJGL's `long`s. Safe for use by many threads.
///
/// What was not given back when it is closed is reported at WARN and released. A session that was
/// dropped without [#close()] is reported at WARN and released when it is collected.
final class LwjglSession extends GuardedSession<Long, Long> {
  private final LwjglResources resources;
  private final Memory memory;
  private final Commands commands;

  private LwjglSession(LwjglResources resources, DeviceInfo facts) {
    super(resources, facts);
    this.resources = resources;
    this.memory = new Memory(resources, facts.baseAlignment());
    this.commands = new Commands(resources);
  }

  /// A session with a context and a queue of its own.
  static LwjglSession open(FoundDevice found) {
    return Opened.on(
        found.facts().device().name(),
        () -> {
          long device = DeviceSearch.find(found, new LwjglLoader());
          DeviceInfo facts = facts(device);
          return start(Opening.own(device, facts), facts);
        });
  }

  /// The facts of a device, and what it is found to do.
  private static DeviceInfo facts(long device) {
    DeviceInfo facts = Opening.facts(device);
    return Probe.probed(facts, () -> start(Opening.own(device, facts), facts));
  }

  /// A session on a context and a queue that the caller has. Closing it waits for nothing and
  /// releases neither; until then it keeps a reference to each, so both may be released earlier.
  ///
  /// Memory that the session makes is given back to the session; an event that it returns may also
  /// be released with `clReleaseEvent`.
  ///
  /// @param context a `cl_context`
  /// @param queue a `cl_command_queue` of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if the OpenCL library cannot be loaded
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static LwjglSession borrow(long context, long queue) {
    OpenClLibrary.require();
    long device = Opening.device(context, queue);
    DeviceInfo facts = facts(device);
    return Opened.on(
        facts.device().name(), () -> start(Opening.borrowed(device, context, queue), facts));
  }

  private static LwjglSession start(LwjglResources resources, DeviceInfo facts) {
    return resources.heldBy(() -> new LwjglSession(resources, facts));
  }

  @Override
  public boolean isOutOfOrder() {
    return resources.isOutOfOrder();
  }

  @Override
  public ClKernel build(KernelVariant variant) {
    return inside(() -> LwjglKernel.build(resources, variant));
  }

  @Override
  public Long allocate(long bytes) {
    return inside(() -> memory.allocate(bytes));
  }

  @Override
  public Long constant(MemorySegment content) {
    return inside(() -> memory.constant(content));
  }

  @Override
  public Long adopt(MemorySegment host, boolean writable) {
    return inside(() -> memory.adopt(host, writable));
  }

  @Override
  public Long slice(Long whole, long offset, long bytes) {
    return inside(() -> memory.slice(whole, offset, bytes));
  }

  @Override
  public boolean isNull(Long handle) {
    return handle == MemoryUtil.NULL;
  }

  @Override
  public boolean isInContext(Long handle) {
    return inside(() -> memory.context(handle) == resources.context());
  }

  @Override
  public boolean isEventInContext(Long event) {
    return inside(
        () -> {
          if (event == 0) {
            return false;
          }
          Inquiry inquiry = Inquiry.ofEvent(event).on(resources.deviceName());
          return inquiry.number(CL_EVENT_CONTEXT) == resources.context();
        });
  }

  @Override
  public long size(Long handle) {
    return inside(() -> memory.size(handle));
  }

  @Override
  public long alignment(Long handle) {
    return inside(() -> memory.alignment(handle));
  }

  @Override
  public Region<Long> root(Long handle) {
    return inside(() -> memory.root(handle));
  }

  @Override
  public Long launch(
      ClKernel kernel, List<Argument<Long>> arguments, Grid grid, List<? extends Long> after) {
    return queued(() -> commands.launch(own(LwjglKernel.class, kernel), arguments, grid, after));
  }

  @Override
  public Long copy(
      Long from, long fromAt, Long to, long toAt, long bytes, List<? extends Long> after) {
    return queued(() -> commands.copy(from, fromAt, to, toAt, bytes, after));
  }

  @Override
  public Long write(MemorySegment from, Long to, long toAt, List<? extends Long> after) {
    return queued(() -> commands.write(from, to, toAt, after));
  }

  @Override
  public Long read(Long from, long fromAt, MemorySegment to, List<? extends Long> after) {
    return queued(() -> commands.read(from, fromAt, to, after));
  }

  @Override
  public Long publish(Long adopted, List<? extends Long> after) {
    return queued(() -> commands.publish(adopted, memory.size(adopted), after));
  }

  @Override
  public Long marker(List<? extends Long> after) {
    return queued(() -> commands.marker(after));
  }

  @Override
  public void flush() {
    run(commands::flush);
  }

  @Override
  protected void end(Long event, String what) {
    commands.await(event, what);
  }

  @Override
  public long nanoseconds(Long event) {
    return inside(() -> commands.nanoseconds(event));
  }

  /// Its `cl_context`.
  long context() {
    return resources.context();
  }
}
