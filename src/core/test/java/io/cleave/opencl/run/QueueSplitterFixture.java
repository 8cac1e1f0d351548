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

/// A user's device for each test, and a splitter on its queue. Afterwards the splitter holds no
/// reference to what is the user's.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@SuppressWarnings("NullAway") // set before each test
abstract class QueueSplitterFixture<M, E> {
  static final byte POISON = (byte) 0xA5;

  UserDevice<M, E> user;
  QueueSplitter<M, E> splitter;
  private final List<M> buffers = new ArrayList<>();

  /// A context and a queue.
  protected abstract UserDevice<M, E> open(boolean outOfOrder);

  @BeforeEach
  void begin() {
    use(true, Route.AUTO);
  }

  /// Replaces queue and splitter.
  final void use(boolean outOfOrder, Route route) {
    end();
    user = open(outOfOrder);
    splitter = user.borrow(route);
  }

  @AfterEach
  final void end() {
    if (user != null) {
      splitter.close();
      user.finish();
      for (M buffer : buffers.reversed()) {
        UserDevice.requireInTheEnd("references to a buffer", () -> user.references(buffer), 1);
        user.free(buffer);
      }
      buffers.clear();
      user.requireOnlyOwn(idle());
      user.close();
      user = null;
    }
  }

  /// Drivers differ in how many references a queue holds to its context.
  private long idle() {
    try (UserDevice<M, E> other = open(true)) {
      return other.contextReferences();
    }
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
    return kept(user.buffer(content));
  }

  final M kept(M buffer) {
    buffers.add(buffer);
    return buffer;
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

  /// A buffer for each part; no buffer is empty.
  final List<M> separate(SplitPlan plan) {
    List<M> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(poisoned(Math.max(1, part.bytes()))));
    return parts;
  }

  private static byte[] expected(SplitPlan plan, Part part, byte[] data) {
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

  /// Splits into a buffer for each part, into one buffer for all, and between odd places.
  final void splits(SplitPlan plan) {
    splitsSeparately(plan);
    byte[] data = random(plan.data().bytes());
    IntFunction<byte[]> expected = part -> expected(plan, plan.part(part), data);
    splitsIntoOneBuffer(plan, data, expected, 0, 64);
    splitsIntoOneBuffer(plan, data, expected, 13, 7);
  }

  final void splitsSeparately(SplitPlan plan) {
    byte[] data = random(plan.data().bytes());
    List<M> parts = separate(plan);
    finish(submit(plan, buffer(data), parts, List.of()));
    requireSplit(plan, data, parts);
  }

  /// Splits between odd places of two buffers.
  final void splits(StridedPlan strided) {
    MemorySegment window = strided.content(new Random(7));
    byte[] data = window.toArray(ValueLayout.JAVA_BYTE);
    splitsIntoOneBuffer(strided.plan(), data, part -> strided.expected(part, window), 13, 7);
  }

  /// Writes the parts and nothing around them.
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
