package io.cleave.sweep;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Splits on a program's own queue: from an odd place of one buffer to odd places of another, of
/// which every byte is checked that belongs to no part.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class QueueSplits<M, E> extends HostSplitter {
  private static final int BEFORE_DATA = 13;
  private static final int BEFORE_PARTS = 7;
  private static final byte BETWEEN = 0x6B;

  private final UserDevice<M, E> user;
  private final QueueSplitter<M, E> splitter;

  /// @param user is closed with it
  QueueSplits(UserDevice<M, E> user, Route route) {
    this.user = user;
    this.splitter = user.borrow(route);
  }

  @Override
  public Device device() {
    return splitter.device();
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return new RouteExplanation("queue", splitter.explain(plan), List.of());
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    byte[] content = new byte[Math.toIntExact(BEFORE_DATA + data.byteSize())];
    MemorySegment.ofArray(content).asSlice(BEFORE_DATA).copyFrom(data);
    long bytes = plan.parts().stream().mapToLong(part -> part.bytes() + gap(part)).sum();
    byte[] target = new byte[Math.toIntExact(BEFORE_PARTS + bytes)];
    Arrays.fill(target, BETWEEN);
    M from = user.buffer(content);
    M to = user.buffer(target);
    try {
      List<Place<M>> regions = new ArrayList<>();
      long at = BEFORE_PARTS;
      for (Part part : plan.parts()) {
        regions.add(new Place<>(to, at));
        at += part.bytes() + gap(part);
      }
      E event = splitter.submit(plan, new Place<>(from, BEFORE_DATA), regions, List.of());
      user.await(event);
      user.release(event);
      take(plan, user.read(to, 0, target.length), parts);
    } finally {
      user.free(from);
      user.free(to);
    }
  }

  private static int gap(Part part) {
    return 1 + part.index() % 7;
  }

  private static void take(SplitPlan plan, byte[] read, List<MemorySegment> parts) {
    int at = BEFORE_PARTS;
    for (Part part : plan.parts()) {
      int length = (int) part.bytes();
      MemorySegment output = parts.get(part.index());
      MemorySegment.copy(read, at, output, ValueLayout.JAVA_BYTE, 0, length);
      Arrays.fill(read, at, at + length, BETWEEN);
      at += length + gap(part);
    }
    for (int i = 0; i < read.length; i++) {
      if (read[i] != BETWEEN) {
        throw new AssertionError(
            "byte %s of the buffer is no part's, and was written".formatted(i));
      }
    }
  }

  @Override
  protected void release() {
    splitter.close();
    user.close();
  }
}
