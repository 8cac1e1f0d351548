package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceFacts;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.NativeMemory;
import io.cleave.opencl.session.OpenClException;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A session in memory. Its commands run as late and in as odd an order as they may, its memory
/// starts poisoned, it knows what was not given back, and any of its calls can be made to fail.
class FakeSession implements ClSession<FakeMemory, FakeEvent> {
  static final long BASE_ALIGNMENT = 128;

  final Faults faults = new Faults();
  private final DeviceFacts facts;
  private final boolean outOfOrder;
  private final FakeQueue queue;
  private final Set<FakeMemory> memory = new HashSet<>();
  private final Set<FakeMemory> users = new HashSet<>();
  private final Set<FakeKernel> kernels = new HashSet<>();
  private final Set<FakeEvent> events = new HashSet<>();
  private int refusals;
  private String log = "";
  private int built;
  private int allocated;
  private boolean failing;
  private boolean closed;

  FakeSession(long seed, boolean outOfOrder, boolean sharesMemory) {
    this.facts = facts(sharesMemory);
    this.outOfOrder = outOfOrder;
    this.queue = new FakeQueue(new Random(seed), outOfOrder);
  }

  static FakeSession outOfOrder(long seed) {
    return new FakeSession(seed, true, false);
  }

  static FakeSession inOrder(long seed) {
    return new FakeSession(seed, false, false);
  }

  private static DeviceFacts facts(boolean sharesMemory) {
    return new DeviceFacts(
        new Device(Device.Kind.CPU, "Fakes", "a fake", 2, 1L << 30),
        "OpenCL 3.0 fake",
        BASE_ALIGNMENT,
        1L << 28,
        1L << 15,
        4096,
        sharesMemory,
        true);
  }

  /// Memory of the user's, which nobody may free.
  synchronized FakeMemory usersMemory(byte[] content) {
    FakeMemory made = FakeMemory.of(content.length);
    made.bytes.copyFrom(MemorySegment.ofArray(content));
    users.add(made);
    return made;
  }

  /// A sub-buffer that the user has made.
  synchronized FakeMemory usersSlice(FakeMemory whole, long at, long bytes) {
    FakeMemory made = requireAlive(whole).slice(at, bytes);
    users.add(made);
    return made;
  }

  /// The next so many builds are refused with this log.
  synchronized void refuseBuilds(int times, String with) {
    refusals = times;
    log = with;
  }

  /// From now on launches fail on the device.
  synchronized void failLaunches() {
    failing = true;
  }

  /// Memory, kernels and events that were not given back.
  synchronized int live() {
    return memory.size() + kernels.size() + events.size();
  }

  /// Events that were not given back.
  synchronized int liveEvents() {
    return events.size();
  }

  synchronized int built() {
    return built;
  }

  synchronized int allocated() {
    return allocated;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /// The commands that will still touch host memory whose arena is closed.
  synchronized List<String> touchingTheDead() {
    return queue.touchingTheDead();
  }

  private void call(String name) {
    if (closed) {
      throw new AssertionError(name + " on a closed session");
    }
    faults.call(name);
  }

  @Override
  public DeviceFacts facts() {
    return facts;
  }

  @Override
  public boolean isOutOfOrder() {
    return outOfOrder;
  }

  @Override
  public synchronized ClKernel build(KernelVariant variant) {
    call("build");
    built++;
    if (refusals > 0) {
      refusals--;
      throw new BuildException(variant, facts.device().name(), -11, log);
    }
    FakeKernel[] kernel = new FakeKernel[1];
    kernel[0] = new FakeKernel(variant, () -> close(kernel[0]));
    kernels.add(kernel[0]);
    return kernel[0];
  }

  private synchronized void close(FakeKernel kernel) {
    kernels.remove(kernel);
    call("closing a kernel");
  }

  @Override
  public synchronized FakeMemory allocate(long bytes) {
    call("allocate");
    if (bytes < 1 || bytes > facts.maxAllocation()) {
      throw new AssertionError("%d bytes cannot be allocated".formatted(bytes));
    }
    return keep(FakeMemory.of(bytes));
  }

  private FakeMemory keep(FakeMemory made) {
    memory.add(made);
    allocated++;
    return made;
  }

  @Override
  public synchronized FakeMemory constant(MemorySegment content) {
    call("constant");
    NativeMemory.requireReadable(content);
    if (content.byteSize() < 1) {
      throw new AssertionError("a constant has bytes");
    }
    return keep(FakeMemory.holding(content));
  }

  @Override
  public synchronized FakeMemory adopt(MemorySegment host, boolean writable) {
    call("adopt");
    if (writable) {
      NativeMemory.requireWritable(host);
    } else {
      NativeMemory.requireReadable(host);
    }
    return keep(FakeMemory.adopting(host));
  }

  @Override
  public synchronized FakeMemory slice(FakeMemory whole, long offset, long bytes) {
    call("slice");
    requireAlive(whole);
    if (whole.isSlice() || offset % BASE_ALIGNMENT != 0 || bytes < 1) {
      throw new AssertionError("no slice of %d bytes at %d".formatted(bytes, offset));
    }
    return keep(whole.slice(offset, bytes));
  }

  @Override
  public boolean isNull(FakeMemory of) {
    return of == FakeMemory.NULL;
  }

  @Override
  public synchronized long size(FakeMemory of) {
    call("size");
    requireAlive(of);
    return of.bytes.byteSize();
  }

  @Override
  public synchronized long alignment(FakeMemory of) {
    call("alignment");
    requireAlive(of);
    return of.alignment(BASE_ALIGNMENT);
  }

  @Override
  public synchronized Region<FakeMemory> root(FakeMemory of) {
    call("root");
    return requireAlive(of).root();
  }

  @Override
  public synchronized void free(FakeMemory freed) {
    if (!memory.remove(freed)) {
      throw new AssertionError("freed twice, or not the session's");
    }
    call("free");
  }

  @Override
  public synchronized FakeEvent launch(
      ClKernel kernel,
      List<Argument<FakeMemory>> arguments,
      Grid grid,
      List<? extends FakeEvent> after) {
    call("launch");
    FakeMemory[] used = arguments.stream().flatMap(this::memory).toArray(FakeMemory[]::new);
    Runnable work = ((FakeKernel) kernel).work(arguments);
    FakeEvent event = queue("launch", after, FakeQueue.host(used), work);
    if (failing) {
      event.failLater(-5);
    }
    return event;
  }

  private Stream<FakeMemory> memory(Argument<FakeMemory> argument) {
    return argument instanceof Argument.Memory<FakeMemory>(@Nullable FakeMemory used)
            && used != null
        ? Stream.of(requireAlive(used))
        : Stream.empty();
  }

  @Override
  public synchronized FakeEvent copy(
      FakeMemory from,
      long fromAt,
      FakeMemory to,
      long toAt,
      long bytes,
      List<? extends FakeEvent> after) {
    call("copy");
    MemorySegment source = requireAlive(from).bytes.asSlice(fromAt, bytes);
    MemorySegment target = requireAlive(to).bytes.asSlice(toAt, bytes);
    return queue("copy", after, FakeQueue.host(from, to), () -> target.copyFrom(source));
  }

  @Override
  public synchronized FakeEvent write(
      MemorySegment from, FakeMemory to, long toAt, List<? extends FakeEvent> after) {
    call("write");
    NativeMemory.requireReadable(from);
    MemorySegment target = requireAlive(to).bytes.asSlice(toAt, from.byteSize());
    return queue("write", after, List.of(from), () -> target.copyFrom(FakeQueue.reached(from)));
  }

  @Override
  public synchronized FakeEvent read(
      FakeMemory from, long fromAt, MemorySegment to, List<? extends FakeEvent> after) {
    call("read");
    NativeMemory.requireWritable(to);
    MemorySegment source = requireAlive(from).bytes.asSlice(fromAt, to.byteSize());
    return queue("read", after, List.of(to), () -> FakeQueue.reached(to).copyFrom(source));
  }

  @Override
  public synchronized FakeEvent publish(FakeMemory adopted, List<? extends FakeEvent> after) {
    call("publish");
    MemorySegment host = requireAlive(adopted).host;
    if (host == null) {
      throw new AssertionError("only adopted memory is published");
    }
    return queue(
        "publish", after, List.of(host), () -> FakeQueue.reached(host).copyFrom(adopted.bytes));
  }

  @Override
  public synchronized FakeEvent marker(List<? extends FakeEvent> after) {
    call("marker");
    if (!after.isEmpty()) {
      return queue("marker", after, List.of(), () -> {});
    }
    FakeEvent event = queue.addBarrier("marker");
    events.add(event);
    return event;
  }

  private FakeEvent queue(
      String name, List<? extends FakeEvent> after, List<MemorySegment> host, Runnable work) {
    FakeEvent event = queue.add(name, after, host, work);
    events.add(event);
    return event;
  }

  @Override
  public synchronized void flush() {
    call("flush");
    queue.flush();
  }

  @Override
  public synchronized void await(FakeEvent event, String what) {
    event.requireAlive();
    queue.runUntil(event);
    call("await");
    if (event.hasFailed()) {
      throw new OpenClException("clWaitForEvents", event.status(), what);
    }
  }

  @Override
  public synchronized long nanoseconds(FakeEvent event) {
    call("nanoseconds");
    event.requireAlive();
    if (!event.hasEnded()) {
      throw new AssertionError(event + " has not ended");
    }
    return 1000;
  }

  @Override
  public synchronized void release(FakeEvent event) {
    event.release();
    events.remove(event);
    call("release");
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      try {
        call("closing the session");
      } finally {
        closed = true;
      }
    }
  }

  private FakeMemory requireAlive(FakeMemory used) {
    if (!memory.contains(used) && !users.contains(used)) {
      throw new AssertionError("memory that was freed is used");
    }
    return used;
  }
}
