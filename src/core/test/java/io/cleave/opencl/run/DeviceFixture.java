package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A program's own device for each test, out of order, and a splitter on it. Afterwards nobody but
/// the program refers to what is the program's.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@SuppressWarnings("NullAway") // the user is there from before each test until after it
abstract class DeviceFixture<M, E> {
  static final byte POISON = (byte) 0xA5;

  /// A multiple of what any device demands of a sub-buffer's origin.
  static final int ORIGIN = 4096;

  UserDevice<M, E> user;
  QueueSplitter<M, E> splitter;
  private final List<M> buffers = new ArrayList<>();

  /// A context and a queue.
  protected abstract UserDevice<M, E> open(boolean outOfOrder);

  @BeforeEach
  void begin() {
    use(true, Route.AUTO);
  }

  /// Goes on with another queue and another route.
  final void use(boolean outOfOrder, Route route) {
    end();
    user = open(outOfOrder);
    splitter = user.borrow(route);
  }

  /// Goes on with a splitter that takes the device for a GPU.
  final void useAsAGpu(boolean outOfOrder) {
    end();
    user = open(outOfOrder);
    splitter = PlatformUnderTest.asAGpu(() -> user.borrow(Route.AUTO));
  }

  @AfterEach
  final void end() {
    if (user != null) {
      splitter.close();
      user.finish();
      for (M buffer : buffers.reversed()) {
        requireInTheEnd("references to a buffer", () -> user.references(buffer), 1);
        user.free(buffer);
      }
      buffers.clear();
      // Each event has a hold on its queue, and in PoCL each buffer on the last events it was used
      // by.
      requireInTheEnd("references to the queue", user::queueReferences, 1);
      requireInTheEnd("references to the context", user::contextReferences, idle());
      user.close();
      user = null;
    }
  }

  /// Drivers count differently what a queue holds of its context.
  private long idle() {
    try (UserDevice<M, E> other = open(true)) {
      return other.contextReferences();
    }
  }

  /// A driver's thread may let go a little later than it tells that a command has ended.
  static void requireInTheEnd(String what, LongSupplier count, long expected) {
    for (int i = 0; i < 100 && count.getAsLong() != expected; i++) {
      LockSupport.parkNanos(20_000_000);
    }
    assertThat(count.getAsLong()).as(what).isEqualTo(expected);
  }

  static long settled(LongSupplier count) {
    long before;
    long now = count.getAsLong();
    do {
      before = now;
      LockSupport.parkNanos(50_000_000);
      now = count.getAsLong();
    } while (now != before);
    return now;
  }

  final M buffer(byte[] content) {
    M made = user.buffer(content);
    buffers.add(made);
    return made;
  }

  final M subBuffer(M of, long at, long bytes) {
    M made = user.subBuffer(of, at, bytes);
    buffers.add(made);
    return made;
  }

  final M poisoned(long bytes) {
    byte[] content = new byte[Math.toIntExact(bytes)];
    Arrays.fill(content, POISON);
    return buffer(content);
  }

  static byte[] random(long bytes) {
    byte[] content = new byte[Math.toIntExact(bytes)];
    new Random(bytes).nextBytes(content);
    return content;
  }

  /// A buffer for each part.
  final List<M> separate(SplitPlan plan) {
    List<M> parts = new ArrayList<>();
    // No buffer is empty.
    plan.parts().forEach(part -> parts.add(poisoned(Math.max(1, part.bytes()))));
    return parts;
  }

  static byte[] expected(SplitPlan plan, Part part, byte[] data) {
    return SplitCheck.expected(part, plan, MemorySegment.ofArray(data));
  }

  /// Queues a split of whole buffers.
  final E submit(SplitPlan plan, M data, List<M> parts, List<E> after) {
    return splitter.submit(plan, Place.of(data), places(parts), after);
  }

  static <M> List<Place<M>> places(List<M> parts) {
    return parts.stream().map(Place::of).toList();
  }

  final void finish(E event) {
    user.await(event);
    assertThat(user.status(event)).isZero();
    user.release(event);
  }

  final void requireSplit(SplitPlan plan, byte[] data, List<M> parts) {
    for (Part part : plan.parts()) {
      M memory = parts.get(part.index());
      if (!part.isEmpty()) {
        assertThat(user.read(memory, 0, Math.toIntExact(part.bytes())))
            .as("%s", part)
            .isEqualTo(expected(plan, part, data));
      }
    }
  }

  /// Splits into a buffer for each part.
  final void splitsSeparately(SplitPlan plan) {
    byte[] data = random(plan.data().bytes());
    List<M> parts = separate(plan);
    finish(submit(plan, buffer(data), parts, List.of()));
    requireSplit(plan, data, parts);
  }

  /// Splits into one buffer for all parts.
  final void splitsPacked(SplitPlan plan) {
    splitsIntoOneBuffer(plan, 0, 64);
  }

  /// Splits from an odd place to odd places of one buffer, and touches nothing around the parts.
  final void splitsAtOddPlaces(StridedPlan strided) {
    MemorySegment window = strided.content(new Random(7));
    splitsIntoOneBuffer(
        strided.plan(),
        window.toArray(ValueLayout.JAVA_BYTE),
        part -> strided.expected(part, window),
        13,
        7);
  }

  /// Splits data at an odd place into odd places of one buffer.
  final void splitsAtOddPlaces(SplitPlan plan) {
    splitsIntoOneBuffer(plan, 13, 7);
  }

  private void splitsIntoOneBuffer(SplitPlan plan, int from, int multiple) {
    byte[] data = random(plan.data().bytes());
    splitsIntoOneBuffer(plan, data, part -> expected(plan, plan.part(part), data), from, multiple);
  }

  /// Touches nothing around the parts.
  ///
  /// @param from the byte where the data begins
  /// @param multiple where parts begin
  private void splitsIntoOneBuffer(
      SplitPlan plan, byte[] data, IntFunction<byte[]> expected, int from, int multiple) {
    byte[] content = new byte[data.length + from];
    System.arraycopy(data, 0, content, from, data.length);
    long bytes = plan.parts().stream().mapToLong(part -> part.bytes() + multiple + 7).sum();
    byte[] target = new byte[Math.toIntExact(bytes + multiple)];
    Arrays.fill(target, POISON);
    M shared = buffer(target);
    List<Place<M>> parts = new ArrayList<>();
    int at = multiple;
    for (Part part : plan.parts()) {
      parts.add(new Place<>(shared, at));
      byte[] one = expected.apply(part.index());
      System.arraycopy(one, 0, target, at, one.length);
      at = Math.ceilDiv(at + one.length + part.index() % 7, multiple) * multiple;
    }
    finish(splitter.submit(plan, new Place<>(buffer(content), from), parts, List.of()));
    assertThat(user.read(shared, 0, target.length)).as("%s", plan).isEqualTo(target);
  }
}
