package io.cleave.sweep;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Region;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits on a session's queue: from an odd place of one buffer to odd places of another, which is
/// read whole, so that what stands between the parts is found changed.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class QueuedWay<M, E> extends HostSplitter {
  private static final int BEFORE_DATA = 13;
  private static final int BEFORE_PARTS = 7;
  private static final byte BETWEEN = 0x6B;

  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;

  /// @param session is closed with it
  QueuedWay(ClSession<M, E> session, RouteName route) {
    this.session = session;
    this.splitter = new QueueSplitter<>(session, route);
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  public Route explain(SplitPlan plan) {
    return splitter.explain(plan);
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(BEFORE_DATA + data.byteSize(), 64);
      from.asSlice(BEFORE_DATA).copyFrom(data);
      List<Long> places = places(plan);
      MemorySegment to = arena.allocate(places.getLast() + BEFORE_PARTS, 64).fill(BETWEEN);
      M buffer = session.constant(from);
      try {
        enqueue(plan, buffer, to, places, parts);
      } finally {
        session.free(buffer);
      }
      take(plan, to, places, parts);
    }
  }

  /// Where each part begins, and where the last one ends.
  private static List<Long> places(SplitPlan plan) {
    List<Long> places = new ArrayList<>();
    long at = BEFORE_PARTS;
    for (Part part : plan.parts()) {
      places.add(at);
      at += part.bytes() + 1 + part.index() % 7;
    }
    places.add(at);
    return places;
  }

  private void enqueue(
      SplitPlan plan,
      M data,
      MemorySegment to,
      List<Long> places,
      List<? extends @Nullable MemorySegment> parts) {
    M all = session.allocate(to.byteSize());
    try {
      finish(session.write(to, all, 0, List.of()));
      List<@Nullable Region<M>> regions = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        regions.add(parts.get(i) == null ? null : new Region<>(all, places.get(i)));
      }
      finish(splitter.enqueue(plan, new Region<>(data, BEFORE_DATA), regions, List.of()));
      finish(session.read(all, 0, to, List.of()));
    } finally {
      session.free(all);
    }
  }

  private void finish(E event) {
    try {
      session.await(event);
    } finally {
      session.release(event);
    }
  }

  private static void take(
      SplitPlan plan,
      MemorySegment to,
      List<Long> places,
      List<? extends @Nullable MemorySegment> parts) {
    for (Part part : plan.parts()) {
      MemorySegment output = parts.get(part.index());
      MemorySegment made = to.asSlice(places.get(part.index()), part.bytes());
      if (output != null) {
        output.copyFrom(made);
        made.fill(BETWEEN);
      }
    }
    for (long i = 0; i < to.byteSize(); i++) {
      if (to.get(ValueLayout.JAVA_BYTE, i) != BETWEEN) {
        throw new AssertionError(
            "byte %s of the buffer is no part's, and was written".formatted(i));
      }
    }
  }

  @Override
  protected void release() {
    splitter.close();
  }
}
