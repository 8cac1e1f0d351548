package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.PackedLayout;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.Target;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A prepared split of host memory: in place, in buffers that are made from the caller's memory, or
/// staged by double buffering, where one chunk crosses the bus while the other one is split.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class HostTransfer<M, E> implements AutoCloseable {
  /// Preferred bytes of a staged chunk: large enough that the bus is busy, small enough that the
  /// first chunk is soon there.
  static final long STAGE_BYTES = 64L << 20;

  /// A device's cache line at the most; no sub-buffers are made of staged parts.
  private static final long PART_ALIGNMENT = 128;

  private final ClSession<M, E> session;
  private final DeviceInfo device;
  private final Chunks chunks;
  private final boolean inPlace;
  private final PreparedSplit<M, E> each;
  private final PreparedSplit<M, E> last;

  /// Prepares the chunks on a route.
  ///
  /// @param inPlace whether memory is native, no file, and aligned wherever a chunk begins
  HostTransfer(
      ClSession<M, E> session,
      LruCache<KernelVariant, ClKernel> programs,
      Chunks chunks,
      boolean inPlace,
      RouteName route) {
    this.session = session;
    this.device = session.facts();
    this.chunks = chunks;
    this.inPlace = inPlace;
    this.each = prepared(programs, chunks.each(), route);
    try {
      this.last =
          chunks.last().equals(chunks.each()) ? each : prepared(programs, chunks.last(), route);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, each::close);
      throw e;
    }
  }

  private PreparedSplit<M, E> prepared(
      LruCache<KernelVariant, ClKernel> programs, SplitPlan chunk, RouteName route) {
    Placement placement = placement(device, chunk, inPlace);
    return new PreparedSplit<>(session, programs, Router.route(device, chunk, placement, route));
  }

  /// Where the parts of a chunk go.
  static Placement placement(DeviceInfo device, SplitPlan chunk, boolean inPlace) {
    if (!inPlace) {
      return new Placement(0, Target.PACKED, layout(chunk).offsets());
    }
    return Placement.atZero(device.hostAddresses() ? Target.ADDRESSED : Target.SEPARATE);
  }

  private static PackedLayout layout(SplitPlan chunk) {
    return PackedLayout.of(chunk, PART_ALIGNMENT);
  }

  /// True if a device can use all of this memory as it is.
  static boolean isShareable(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    if (!isShareable(data)) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      if (part != null && part.byteSize() > 0 && !isShareable(part)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isShareable(MemorySegment memory) {
    return hasAddress(memory) && memory.address() % Placement.ALIGNMENT == 0;
  }

  /// True if a driver may get the memory's address. A mapped file may be cut short by another
  /// process: to Java that is an [InternalError], native code takes the process with it. So Java
  /// copies to and from files, as it does with arrays.
  static boolean hasAddress(MemorySegment memory) {
    return memory.isNative() && !memory.isMapped();
  }

  /// Splits, and returns when all parts are written.
  void run(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean overlap = !inPlace && chunks.count() > 1 && !device.serialLaunches();
    try (Stage even = new Stage();
        Stage odd = overlap ? new Stage() : even) {
      OwnQueue.launch(
          session,
          () -> {
            for (long chunk = 0; chunk < chunks.count(); chunk++) {
              Stage stage = chunk % 2 == 0 ? even : odd;
              stage.finish();
              stage.begin(chunk, chunks.data(chunk, data), chunks.parts(chunk, parts));
            }
            even.finish();
            odd.finish();
            return chunks;
          });
    }
  }

  /// Memory and events of one chunk on its way. Used by one thread. It is closed when its commands
  /// have ended, see [OwnQueue].
  private final class Stage implements AutoCloseable {
    /// The buffers of data and parts on the device, or those that are the caller's memory.
    private final List<M> memory = new ArrayList<>();

    private final List<E> commands = new ArrayList<>();
    private final List<E> transfers = new ArrayList<>();
    private final List<Runnable> copiesBack = new ArrayList<>();
    private Arena arena = Arena.ofConfined();
    private DeviceSplitEvent event = new DeviceSplitEvent();
    private PreparedSplit<M, E> split = each;
    private boolean isBegun;

    /// Queues everything for one chunk.
    void begin(long chunk, MemorySegment data, List<@Nullable MemorySegment> parts) {
      isBegun = true;
      split = chunks.isLast(chunk) ? last : each;
      event = new DeviceSplitEvent();
      event.begin();
      if (inPlace) {
        beginInPlace(data, parts);
      } else {
        begin(chunks.isLast(chunk) ? chunks.last() : chunks.each(), data, parts);
      }
      session.flush();
    }

    /// Outputs are made into buffers as far as commands take buffers.
    private void beginInPlace(MemorySegment data, List<@Nullable MemorySegment> parts) {
      M from = kept(session.adopt(data, false));
      M list = split.takesAddresses() ? kept(session.adopt(addresses(parts), false)) : null;
      Map<Integer, M> outputs = new HashMap<>();
      IntFunction<M> output =
          part ->
              outputs.computeIfAbsent(
                  part, _ -> kept(session.adopt(Objects.requireNonNull(parts.get(part)), true)));
      split.enqueue(from, output, list, List.of(), commands);
      if (!device.hostAddresses()) {
        List<E> after = gathered();
        outputs.values().forEach(made -> transfers.add(session.publish(made, after)));
      }
    }

    private MemorySegment addresses(List<@Nullable MemorySegment> parts) {
      MemorySegment list = arena.allocate(ValueLayout.JAVA_LONG, parts.size());
      for (int i = 0; i < parts.size(); i++) {
        MemorySegment part = parts.get(i);
        list.setAtIndex(ValueLayout.JAVA_LONG, i, part == null ? 0 : part.address());
      }
      return list;
    }

    private void begin(SplitPlan plan, MemorySegment data, List<@Nullable MemorySegment> parts) {
      if (memory.isEmpty()) {
        SplitPlan first = chunks.each();
        SplitPlan rest = chunks.last();
        kept(session.allocate(Math.max(first.bytes(), rest.bytes())));
        kept(session.allocate(Math.max(layout(first).bytes(), layout(rest).bytes())));
      }
      M from = memory.getFirst();
      M packed = memory.getLast();
      MemorySegment readable = hasAddress(data) ? data : copy(data.byteSize()).copyFrom(data);
      E written = session.write(readable, from, 0, List.of());
      transfers.add(written);
      split.enqueue(from, _ -> packed, null, List.of(written), commands);
      List<E> after = gathered();
      List<Long> offsets = layout(plan).offsets();
      for (Part part : plan.parts()) {
        MemorySegment target = parts.get(part.index());
        if (target != null) {
          MemorySegment writable = writable(target);
          transfers.add(session.read(packed, offsets.get(part.index()), writable, after));
        }
      }
    }

    private M kept(M made) {
      memory.add(made);
      return made;
    }

    private MemorySegment copy(long bytes) {
      return arena.allocate(bytes, Long.BYTES);
    }

    /// Memory for a driver to write to, whose content gets to the target in the end.
    private MemorySegment writable(MemorySegment target) {
      if (hasAddress(target)) {
        return target;
      }
      MemorySegment copy = copy(target.byteSize());
      copiesBack.add(() -> target.copyFrom(copy));
      return copy;
    }

    /// One event in place of several: if each of n transfers waited for n commands, a driver would
    /// keep n * n notes.
    private List<E> gathered() {
      if (commands.size() <= 1) {
        return commands;
      }
      E marker = session.marker(commands);
      transfers.add(marker);
      return List.of(marker);
    }

    /// Waits until the chunk that was begun, if any, is in the caller's memory.
    void finish() {
      if (!isBegun) {
        return;
      }
      isBegun = false;
      // Commands first: they can be named, and transfers after one that fails fail with it.
      for (int i = 0; i < commands.size(); i++) {
        session.await(commands.get(i), split.texts().get(i));
      }
      transfers.forEach(transfer -> session.await(transfer, "a transfer"));
      event.commit(session, split, commands, true);
      copiesBack.forEach(Runnable::run);
      copiesBack.clear();
      giveBack(inPlace);
      arena = Arena.ofConfined();
    }

    /// Releases events, buffers and copies.
    private void giveBack(boolean buffersToo) {
      Failures failures = new Failures();
      commands.forEach(one -> failures.attempt(() -> session.release(one)));
      commands.clear();
      transfers.forEach(one -> failures.attempt(() -> session.release(one)));
      transfers.clear();
      if (buffersToo) {
        memory.forEach(one -> failures.attempt(() -> session.free(one)));
        memory.clear();
      }
      if (arena.scope().isAlive()) {
        arena.close();
      }
      failures.throwFirst();
    }

    /// Gives everything back. Closing it again does nothing.
    @Override
    public void close() {
      giveBack(true);
    }
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    failures.attempt(each::close);
    if (last != each) {
      failures.attempt(last::close);
    }
    failures.throwFirst();
  }
}
