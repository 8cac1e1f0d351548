package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Events;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Failures;
import io.cleave.spi.PackedLayout;
import io.cleave.spi.Scope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// A prepared split of host memory: in place, in buffers that wrap the caller's memory or a copy of
/// it, or staged with double buffering: one chunk crosses the bus while the other one is split.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class HostTransfer<M, E> implements PlanExecutor {
  /// Lock of all devices whose launches must not overlap, for all sessions and bindings. Users of a
  /// borrowed queue wait themselves.
  private static final Lock LAUNCHES = new ReentrantLock();

  /// Memory for copies of a chunk that the next split reuses: new memory is filled with zeros,
  /// which takes as long as a copy.
  private static final AtomicReference<@Nullable Copies> KEPT = new AtomicReference<>();

  /// The most bytes that are kept.
  private static final long MOST_KEPT = 4 * Chunks.COPY_BYTES;

  private final ClSession<M, E> session;
  private final Chunks chunks;
  private final PackedLayout layout;

  /// The byte of a copy where the parts end and the data begins.
  private final long partsEnd;

  /// The split of every chunk, and that of the last if it is shorter.
  private final List<PreparedSplit<M, E>> splits = new ArrayList<>();

  /// Prepares the chunks on a route.
  HostTransfer(ClSession<M, E> session, Chunks chunks, Route route) {
    DeviceInfo info = session.info();
    this.session = session;
    this.chunks = chunks;
    this.layout = chunks.layout();
    this.partsEnd =
        Math.ceilDiv(layout.bytes(), PackedLayout.PART_ALIGNMENT) * PackedLayout.PART_ALIGNMENT;
    Placement placement = chunks.placement(info);
    try {
      for (SplitPlan chunk : new LinkedHashSet<>(List.of(chunks.each(), chunks.last()))) {
        splits.add(new PreparedSplit<>(session, Router.route(info, chunk, placement, route)));
      }
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
  }

  /// True if a driver may use the memory, and its address is so aligned. A driver may use neither
  /// arrays nor mapped files, which Java copies: if a file is cut short by another process, Java
  /// throws an [InternalError], and native code would end the process.
  static boolean isUsable(MemorySegment memory, long alignment) {
    return memory.byteSize() == 0
        || (memory.isNative() && !memory.isMapped() && memory.address() % alignment == 0);
  }

  /// Takes the lock if launches on a device must not overlap.
  static Scope launching(DeviceInfo info) {
    if (!info.serialLaunches()) {
      return () -> {};
    }
    LAUNCHES.lock();
    return LAUNCHES::unlock;
  }

  /// Splits, and returns when all parts are written.
  @Override
  public void run(MemorySegment data, List<MemorySegment> parts) {
    boolean isSerial = session.info().serialLaunches();
    long count = chunks.count();
    try (var _ = launching(session.info());
        Stage even = new Stage();
        Stage odd = count == 1 || isSerial || chunks.inPlace() ? even : new Stage()) {
      for (long chunk = 0; chunk < count; chunk++) {
        Stage stage = chunk % 2 == 0 ? even : odd;
        stage.finish();
        stage.begin(
            chunk == count - 1 ? splits.getLast() : splits.getFirst(),
            chunks.data(chunk, data),
            chunks.parts(chunk, parts));
        if (even != odd) {
          session.flush();
        }
      }
      even.finish();
      odd.finish();
    }
  }

  /// Buffers and events of one chunk. Used by one thread.
  private final class Stage implements AutoCloseable {
    /// The buffers of data and parts, on the device or in place.
    private final List<M> memory = new ArrayList<>();

    /// Events in the order in which their commands were queued: transfers before and behind the
    /// commands of the split.
    private final List<E> events = new ArrayList<>();

    private final Arena arena = Arena.ofConfined();

    /// Copies of the caller's memory that a driver may not use: of the parts of one chunk, then of
    /// its data. Null until it is needed.
    private @Nullable Copies copies;

    private final List<Runnable> copiesBack = new ArrayList<>();
    private @Nullable DeviceSplitEvent event;
    private PreparedSplit<M, E> split = splits.getFirst();
    private int firstCommand;
    private boolean isBegun;

    /// Queues everything for one chunk.
    void begin(
        PreparedSplit<M, E> prepared, MemorySegment callersData, List<MemorySegment> callersParts) {
      isBegun = true;
      long alignment = chunks.inPlace() ? Placement.ALIGNMENT : 1;
      MemorySegment data = callersData;
      if (!isUsable(data, alignment)) {
        data = copy(partsEnd, data.byteSize()).copyFrom(data);
      }
      List<MemorySegment> parts = new ArrayList<>(callersParts);
      for (int i = 0; i < parts.size(); i++) {
        MemorySegment part = parts.get(i);
        if (!isUsable(part, alignment)) {
          MemorySegment copy = copy(layout.offsets().get(i), part.byteSize());
          parts.set(i, copy);
          copiesBack.add(() -> part.copyFrom(copy));
        }
      }
      split = prepared;
      if (FlightRecorder.isInitialized()) {
        event = new DeviceSplitEvent();
        event.begin();
      }
      M addresses = null;
      List<@Nullable M> outputs;
      if (chunks.inPlace()) {
        memory.add(session.adopt(data, false));
        if (split.outputs.isEmpty()) {
          long[] list = parts.stream().mapToLong(MemorySegment::address).toArray();
          addresses = session.adopt(arena.allocateFrom(ValueLayout.JAVA_LONG, list), false);
          memory.add(addresses);
        }
        outputs = new ArrayList<@Nullable M>(Collections.nCopies(parts.size(), null));
        for (int part : split.outputs) {
          outputs.set(part, session.adopt(parts.get(part), true));
          memory.add(outputs.get(part));
        }
      } else {
        if (memory.isEmpty()) {
          memory.add(session.allocate(chunks.dataBytes()));
          memory.add(session.allocate(layout.bytes()));
        }
        outputs = Collections.nCopies(parts.size(), memory.getLast());
        events.add(session.transfer(true, Region.of(memory.getFirst()), data, List.of()));
      }
      firstCommand = events.size();
      Events<E> around = new Events<>(List.copyOf(events), events);
      split.enqueue(memory.getFirst(), outputs, addresses, around);
      if (!chunks.inPlace() || !session.info().hostAddresses()) {
        read(outputs, parts);
      }
    }

    /// Queues the transfers of parts to the host. In place, reading memory to itself makes what the
    /// device wrote visible.
    private void read(List<? extends @Nullable M> outputs, List<MemorySegment> parts) {
      // One marker instead of all commands: n transfers that wait for n commands would be n * n
      // entries in a driver.
      List<E> commands = List.copyOf(events.subList(firstCommand, events.size()));
      if (commands.size() > 1) {
        events.add(session.marker(commands));
      }
      List<E> after = List.of(events.getLast());
      for (int i = 0; i < parts.size(); i++) {
        M output = outputs.get(i);
        MemorySegment part = parts.get(i);
        if (output != null && part.byteSize() > 0) {
          long at = chunks.inPlace() ? 0 : layout.offsets().get(i);
          events.add(session.transfer(false, new Region<>(output, at), part, after));
        }
      }
    }

    private MemorySegment copy(long at, long bytes) {
      if (copies == null) {
        copies = Copies.of(partsEnd + chunks.dataBytes());
      }
      return copies.memory.asSlice(at, bytes);
    }

    /// Waits until the parts of the chunk that was begun, if any, are in the caller's memory.
    void finish() {
      if (!isBegun) {
        return;
      }
      // In order, so that messages name the first that failed: those that wait for it fail, too.
      List<String> commands = split.descriptions;
      for (int i = 0; i < events.size(); i++) {
        int command = i - firstCommand;
        boolean isTransfer = command < 0 || command >= commands.size();
        session.await(events.get(i), isTransfer ? "a transfer" : commands.get(command));
      }
      isBegun = false;
      if (event != null) {
        int end = firstCommand + commands.size();
        event.commit(session, split, events.subList(firstCommand, end));
      }
      copiesBack.forEach(Runnable::run);
      copiesBack.clear();
      if (chunks.inPlace()) {
        release();
      } else {
        release(events, session::release);
      }
    }

    private void release() {
      Failures.all(() -> release(events, session::release), () -> release(memory, session::free));
    }

    /// Releases each handle once, even if that fails.
    private static <H> void release(List<H> handles, Consumer<H> release) {
      Failures.all(() -> Failures.each(handles, release), handles::clear);
    }

    /// Releases everything, after a failure only when the queue is empty: no command may touch the
    /// caller's memory any more. Closing it again does nothing.
    @Override
    public void close() {
      if (!arena.scope().isAlive()) {
        return;
      }
      try {
        if (isBegun) {
          session.settle();
        }
        release();
      } finally {
        arena.close();
        if (copies != null) {
          copies.release(!isBegun);
        }
      }
    }
  }

  /// Native memory for copies of a chunk.
  private record Copies(Arena arena, MemorySegment memory) {
    /// The memory that is kept, if it is large enough.
    static Copies of(long bytes) {
      Copies kept = KEPT.getAndSet(null);
      if (kept != null && kept.memory.byteSize() >= bytes) {
        return kept;
      }
      if (kept != null) {
        kept.arena.close();
      }
      Arena arena = Arena.ofShared();
      return new Copies(arena, arena.allocate(bytes, PackedLayout.PART_ALIGNMENT));
    }

    /// Keeps the memory, or frees it.
    ///
    /// @param isIdle true if no command can touch it any more
    void release(boolean isIdle) {
      boolean fits = memory.byteSize() <= MOST_KEPT;
      if (!isIdle || !fits || !KEPT.compareAndSet(null, this)) {
        arena.close();
      }
    }
  }

  @Override
  public void close() {
    Failures.each(splits, PreparedSplit::close);
  }
}
