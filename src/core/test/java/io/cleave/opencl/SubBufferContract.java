package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a splitter on the user's own queue does with sub-buffers, the user's and its own, and with
/// what is of another context.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(120)
public abstract class SubBufferContract<M, E> extends DeviceFixture<M, E> {
  private static final SplitPlan ROWS =
      SplitPlan.byLengths(Shape.of(61, 10, 3), ElementType.F32, 1, 3, 0, 6, 1);

  /// Each of its parts is one piece, and may be viewed.
  private static final SplitPlan PIECES =
      SplitPlan.byLengths(Shape.of(8, ORIGIN), ElementType.U8, 0, 1, 2, 0, 5);

  @Test
  void handsOutSubBuffers() {
    byte[] data = random(ROWS.bytes());
    try (DeviceParts<M> parts = splitter.allocate(ROWS)) {
      E split = splitter.enqueue(ROWS, Region.of(buffer(data)), parts, List.of());
      int bytes = Math.toIntExact(ROWS.part(2).bytes());
      M copy = poisoned(bytes);
      E copied = user.copy(requirePresent(parts.parts().get(2)), copy, bytes, List.of(split));
      finish(copied);
      finish(split);
      assertThat(user.read(copy, 0, bytes)).isEqualTo(expected(ROWS, ROWS.part(2), data));
    }
  }

  @Test
  void splitsBetweenSubBuffersOfOneBuffer() {
    int bytes = Math.toIntExact(ROWS.bytes());
    byte[] content = random(8 * ORIGIN + bytes);
    M whole = buffer(content);
    byte[] data = Arrays.copyOfRange(content, 8 * ORIGIN, content.length);
    List<@Nullable M> parts = new ArrayList<>();
    parts.add(subBuffer(whole, 0, ROWS.part(0).bytes()));
    parts.add(null);
    parts.add(subBuffer(whole, ORIGIN, ROWS.part(2).bytes()));
    parts.add(subBuffer(whole, 7 * ORIGIN, ROWS.part(3).bytes()));
    M source = subBuffer(whole, 8 * ORIGIN, bytes);
    finish(splitter.enqueue(ROWS, source, parts, List.of()));
    requireSplit(ROWS, data, parts);
  }

  @Test
  void viewsPartsOfTheData() {
    byte[] content = random(9L * ORIGIN);
    M data = buffer(content);
    try (DeviceParts<M> views = splitter.view(PIECES, new Region<>(data, ORIGIN))) {
      byte[] viewed = Arrays.copyOfRange(content, ORIGIN, content.length);
      requireSplit(PIECES, viewed, views.parts());
      assertThat(views.parts().get(2)).isNull();
    }
    assertThat(user.references(data)).isEqualTo(1);
  }

  @Test
  void viewsPartsOfASubBuffer() {
    byte[] content = random(12L * ORIGIN);
    M whole = buffer(content);
    M data = subBuffer(whole, 2 * ORIGIN, 10 * ORIGIN);
    try (DeviceParts<M> views = splitter.view(PIECES, new Region<>(data, ORIGIN))) {
      byte[] viewed = Arrays.copyOfRange(content, 3 * ORIGIN, 11 * ORIGIN);
      requireSplit(PIECES, viewed, views.parts());
      assertThat(views.whole()).isEqualTo(whole);
      assertThat(views.offsets().get(1)).isEqualTo(4L * ORIGIN);
    }
  }

  @Test
  void refusesAPartWithinTheDataThroughASubBuffer() {
    M data = buffer(random(2L * ORIGIN));
    List<@Nullable M> parts = separate(ROWS);
    parts.set(0, subBuffer(data, ORIGIN, ROWS.part(0).bytes()));
    assertThatThrownBy(() -> splitter.enqueue(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data and part 0 overlap in one buffer; give each memory of its own");
  }

  @Test
  void refusesTwoSubBuffersThatOverlap() {
    M shared = buffer(random(3L * ORIGIN));
    List<@Nullable M> parts = separate(ROWS);
    parts.set(0, subBuffer(shared, ORIGIN, ROWS.part(0).bytes()));
    parts.set(3, subBuffer(shared, ORIGIN, ROWS.part(3).bytes()));
    M data = buffer(random(ROWS.bytes()));
    assertThatThrownBy(() -> splitter.enqueue(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("part 0 and part 3 overlap in one buffer; give each memory of its own");
  }

  /// Between sub-buffers there are bytes that no part may take.
  @Test
  void refusesPartsOfAPlanWithSmallerOnes() {
    SplitPlan small = SplitPlan.byLengths(Shape.of(10), ElementType.U8, 0, 4, 6);
    SplitPlan large = SplitPlan.byLengths(Shape.of(10), ElementType.U8, 0, 5, 5);
    M data = buffer(random(10));
    try (DeviceParts<M> parts = splitter.allocate(small)) {
      assertThatThrownBy(() -> splitter.enqueue(large, Region.of(data), parts, List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "part 0 takes 5 bytes; the parts were allocated for a plan in which it has 4");
    }
  }

  @Test
  void refusesWhatIsOfAnotherContext() {
    M data = buffer(random(ROWS.bytes()));
    try (UserDevice<M, E> other = open(true)) {
      M foreign = other.buffer(random(ROWS.bytes()));
      E gate = other.gate();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.enqueue(ROWS, foreign, separate(ROWS), List.of()))
          .withMessageStartingWith(
              "the data is given a buffer of another context than the queue's");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.enqueue(ROWS, data, separate(ROWS), List.of(gate)))
          .withMessageStartingWith("event 0 of those that must come first is of another context");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.enqueue(ROWS, data, separate(ROWS), List.of(user.noEvent())))
          .withMessageStartingWith("event 0 of those that must come first is of another context");
      other.open(gate, 0);
      other.release(gate);
      other.free(foreign);
    }
  }
}
