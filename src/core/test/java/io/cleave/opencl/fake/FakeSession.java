package io.cleave.opencl.fake;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// A session in memory. Its commands run as late and in as odd an order as they may, its memory
/// starts poisoned, it knows what was not given back, and any of its calls can be made to fail.
public class FakeSession implements ClSession<FakeMemory, FakeEvent> {
  public final Faults faults = new Faults();
  private final DeviceInfo facts;
  private final boolean outOfOrder;
  private final FakeQueue queue;
  private final FakeStore store;
  private final FakeCompiler compiler;
  private final Set<FakeEvent> events = new HashSet<>();
  private boolean closed;

  public FakeSession(long seed, boolean outOfOrder, boolean sharesMemory) {
    this.facts = FakeStore.facts(sharesMemory);
    this.outOfOrder = outOfOrder;
    this.store = new FakeStore(facts);
    this.compiler = new FakeCompiler(facts.device().name());
    this.queue = new FakeQueue(new Random(seed), outOfOrder);
  }

  public static FakeSession outOfOrder(long seed) {
    return new FakeSession(seed, true, false);
  }

  public static FakeSession inOrder(long seed) {
    return new FakeSession(seed, false, false);
  }

  /// Memory of the user's, which nobody may free.
  public synchronized FakeMemory usersMemory(byte[] content) {
    return store.users(FakeMemory.holding(MemorySegment.ofArray(content)));
  }

  /// Compiles its kernels.
  public FakeCompiler compiler() {
    return compiler;
  }

  /// Memory, kernels and events that were not given back.
  public synchronized int live() {
    return store.live() + compiler.live() + events.size();
  }

  /// Events that were not given back.
  public synchronized int liveEvents() {
    return events.size();
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  /// The commands that will still touch host memory whose arena is closed.
  public synchronized List<String> touchingTheDead() {
    return queue.touchingTheDead();
  }

  private void call(String name) {
    if (closed) {
      throw new AssertionError(name + " on a closed session");
    }
    faults.call(name);
  }

  @Override
  public DeviceInfo facts() {
    return facts;
  }

  @Override
  public boolean isOutOfOrder() {
    return outOfOrder;
  }

  @Override
  public synchronized ClKernel build(KernelVariant variant) {
    call("build");
    return compiler.build(variant, this::close);
  }

  private synchronized void close(FakeKernel kernel) {
    compiler.close(kernel);
    call("closing a kernel");
  }

  @Override
  public synchronized FakeMemory allocate(long bytes) {
    call("allocate");
    return store.allocate(bytes);
  }

  @Override
  public synchronized FakeMemory constant(MemorySegment content) {
    call("constant");
    return store.constant(content);
  }

  @Override
  public synchronized FakeMemory adopt(MemorySegment host, boolean writable) {
    call("adopt");
    return store.adopt(host, writable);
  }

  @Override
  public synchronized FakeMemory slice(FakeMemory whole, long offset, long bytes) {
    call("slice");
    return store.slice(whole, offset, bytes);
  }

  @Override
  public boolean isNull(FakeMemory of) {
    return of == FakeMemory.NULL;
  }

  @Override
  public synchronized boolean isInContext(FakeMemory of) {
    call("isInContext");
    return store.knows(of);
  }

  @Override
  public synchronized boolean isEventInContext(FakeEvent event) {
    call("isEventInContext");
    return true;
  }

  @Override
  public synchronized long size(FakeMemory of) {
    call("size");
    store.requireAlive(of);
    return of.bytes.byteSize();
  }

  @Override
  public synchronized long alignment(FakeMemory of) {
    call("alignment");
    store.requireAlive(of);
    return of.alignment(FakeStore.BASE_ALIGNMENT);
  }

  @Override
  public synchronized Region<FakeMemory> root(FakeMemory of) {
    call("root");
    return store.requireAlive(of).root();
  }

  @Override
  public synchronized void free(FakeMemory freed) {
    store.free(freed);
    call("free");
  }

  @Override
  public synchronized FakeEvent launch(
      ClKernel kernel,
      List<Argument<FakeMemory>> arguments,
      Grid grid,
      List<? extends FakeEvent> after) {
    call("launch");
    FakeMemory[] used = arguments.stream().flatMap(store::used).toArray(FakeMemory[]::new);
    Runnable work = ((FakeKernel) kernel).work(arguments);
    return faults.launched(queue("launch", after, FakeQueue.host(used), work));
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
    MemorySegment source = store.requireAlive(from).bytes.asSlice(fromAt, bytes);
    MemorySegment target = store.requireAlive(to).bytes.asSlice(toAt, bytes);
    return queue("copy", after, FakeQueue.host(from, to), () -> target.copyFrom(source));
  }

  @Override
  public synchronized FakeEvent write(
      MemorySegment from, FakeMemory to, long toAt, List<? extends FakeEvent> after) {
    call("write");
    NativeMemory.requireReadable(from);
    MemorySegment target = store.requireAlive(to).bytes.asSlice(toAt, from.byteSize());
    return queue("write", after, List.of(from), () -> target.copyFrom(FakeQueue.reached(from)));
  }

  @Override
  public synchronized FakeEvent read(
      FakeMemory from, long fromAt, MemorySegment to, List<? extends FakeEvent> after) {
    call("read");
    NativeMemory.requireWritable(to);
    MemorySegment source = store.requireAlive(from).bytes.asSlice(fromAt, to.byteSize());
    return queue("read", after, List.of(to), () -> FakeQueue.reached(to).copyFrom(source));
  }

  @Override
  public synchronized FakeEvent publish(FakeMemory adopted, List<? extends FakeEvent> after) {
    call("publish");
    MemorySegment host = store.requireAdopted(adopted);
    return queue(
        "publish", after, List.of(host), () -> FakeQueue.reached(host).copyFrom(adopted.bytes));
  }

  @Override
  public synchronized FakeEvent marker(List<? extends FakeEvent> after) {
    call("marker");
    return after.isEmpty()
        ? taken(queue.addBarrier("marker"))
        : queue("marker", after, List.of(), () -> {});
  }

  private FakeEvent queue(
      String name, List<? extends FakeEvent> after, List<MemorySegment> host, Runnable work) {
    return taken(queue.add(name, after, host, work));
  }

  private FakeEvent taken(FakeEvent event) {
    faults.command(event);
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
  public synchronized void settle() {
    queue.runAll();
  }

  @Override
  public synchronized long nanoseconds(FakeEvent event) {
    call("nanoseconds");
    event.requireEnded();
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
}
