package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.conformance.NaiveSplit;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spi.NaiveConversion;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
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

  /// A buffer for each part that the plan wants and that is not empty.
  final List<@Nullable M> separate(SplitPlan plan) {
    List<@Nullable M> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() && !part.isEmpty() ? poisoned(part.bytes()) : null);
    }
    return parts;
  }

  static byte[] expected(SplitPlan plan, Part part, byte[] data) {
    byte[] moved =
        NaiveSplit.part(
            MemorySegment.ofArray(data),
            plan.type(),
            plan.shape(),
            plan.axis(),
            part.start(),
            part.length());
    return plan.converts() ? NaiveConversion.of(part, plan, moved) : moved;
  }

  /// Queues a split of whole buffers.
  final E submit(SplitPlan plan, M data, List<? extends @Nullable M> parts, List<E> after) {
    return splitter.submit(plan, Place.of(data), places(parts), after);
  }

  static <M> List<@Nullable Place<M>> places(List<? extends @Nullable M> parts) {
    List<@Nullable Place<M>> places = new ArrayList<>();
    for (M part : parts) {
      places.add(part == null ? null : Place.of(part));
    }
    return places;
  }

  final void finish(E event) {
    user.await(event);
    assertThat(user.status(event)).isZero();
    user.release(event);
  }

  final void requireSplit(SplitPlan plan, byte[] data, List<@Nullable M> parts) {
    for (Part part : plan.parts()) {
      M memory = parts.get(part.index());
      if (memory != null) {
        assertThat(user.read(memory, 0, Math.toIntExact(part.bytes())))
            .as("%s", part)
            .isEqualTo(expected(plan, part, data));
      }
    }
  }

  /// Splits into a buffer for each part.
  final void splitsSeparately(SplitPlan plan) {
    byte[] data = random(plan.bytes());
    List<@Nullable M> parts = separate(plan);
    finish(submit(plan, buffer(data), parts, List.of()));
    requireSplit(plan, data, parts);
  }

  /// Splits into one buffer for all parts.
  final void splitsPacked(SplitPlan plan) {
    splitsIntoOneBuffer(plan, 0, 64);
  }

  /// Stacks at odd places of one buffer, and touches nothing around the result.
  ///
  /// @param pieces of each part
  /// @param order the parts in the order in which they are stacked
  final void stacksPieces(StackedPlan plan, int pieces, int... order) {
    SplitPlan slices = plan.slices();
    byte[] content = random(slices.bytes() + 13);
    byte[] data = Arrays.copyOfRange(content, 13, content.length);
    byte[] target = new byte[Math.toIntExact(plan.bytes() + 7 + 9)];
    Arrays.fill(target, POISON);
    M shared = buffer(target);
    int at = 7;
    for (int piece = 0; piece < pieces; piece++) {
      for (int part : order) {
        byte[] whole = expected(slices, slices.part(part), data);
        int length = whole.length / pieces;
        System.arraycopy(whole, piece * length, target, at, length);
        at += length;
      }
    }
    Place<M> from = new Place<>(buffer(content), 13);
    finish(splitter.submit(plan, from, new Place<>(shared, 7), List.of()));
    assertThat(user.read(shared, 0, target.length)).as("%s", plan).isEqualTo(target);
  }

  /// Splits data at an odd place into odd places of one buffer.
  final void splitsAtOddPlaces(SplitPlan plan) {
    splitsIntoOneBuffer(plan, 13, 7);
  }

  /// Touches nothing around the parts.
  ///
  /// @param from the byte where the data begins
  /// @param multiple where parts begin
  private void splitsIntoOneBuffer(SplitPlan plan, int from, int multiple) {
    byte[] content = random(plan.bytes() + from);
    byte[] data = Arrays.copyOfRange(content, from, content.length);
    long bytes = plan.parts().stream().mapToLong(part -> part.bytes() + multiple + 7).sum();
    byte[] target = new byte[Math.toIntExact(bytes + multiple)];
    Arrays.fill(target, POISON);
    M shared = buffer(target);
    List<@Nullable Place<M>> parts = new ArrayList<>();
    int at = multiple;
    for (Part part : plan.parts()) {
      boolean isWanted = part.isWanted();
      parts.add(isWanted ? new Place<>(shared, at) : null);
      if (isWanted) {
        byte[] one = expected(plan, part, data);
        System.arraycopy(one, 0, target, at, one.length);
        at = Math.ceilDiv(at + one.length + part.index() % 7, multiple) * multiple;
      }
    }
    finish(splitter.submit(plan, new Place<>(buffer(content), from), parts, List.of()));
    assertThat(user.read(shared, 0, target.length)).isEqualTo(target);
  }

  final M requirePresent(@Nullable M memory) {
    return Objects.requireNonNull(memory);
  }
}
