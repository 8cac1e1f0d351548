package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Contract of splitters on the user's own queue: sub-buffers, and objects of another context.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(120)
public abstract class SubBufferContract<M, E> extends DeviceFixture<M, E> {
  private static final SplitPlan ROWS =
      SplitPlan.of(Layout.of(ElementType.F32, 61, 10, 3), 1, Cut.byLengths(3, 0, 6, 1));

  @Test
  void splitsBetweenSubBuffersOfOneBuffer() {
    int bytes = Math.toIntExact(ROWS.data().bytes());
    byte[] content = random(8 * ORIGIN + bytes);
    M whole = buffer(content);
    byte[] data = Arrays.copyOfRange(content, 8 * ORIGIN, content.length);
    List<M> parts = new ArrayList<>();
    parts.add(subBuffer(whole, 0, ROWS.part(0).bytes()));
    parts.add(buffer(new byte[1]));
    parts.add(subBuffer(whole, ORIGIN, ROWS.part(2).bytes()));
    parts.add(subBuffer(whole, 7 * ORIGIN, ROWS.part(3).bytes()));
    M source = subBuffer(whole, 8 * ORIGIN, bytes);
    finish(submit(ROWS, source, parts, List.of()));
    requireSplit(ROWS, data, parts);
  }

  @Test
  void refusesAPartWithinTheDataThroughASubBuffer() {
    M data = buffer(random(2L * ORIGIN));
    List<M> parts = separate(ROWS);
    parts.set(0, subBuffer(data, ORIGIN, ROWS.part(0).bytes()));
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data and part 0 overlap in one buffer; give each memory of its own");
  }

  @Test
  void refusesTwoSubBuffersThatOverlap() {
    M shared = buffer(random(3L * ORIGIN));
    List<M> parts = separate(ROWS);
    parts.set(0, subBuffer(shared, ORIGIN, ROWS.part(0).bytes()));
    parts.set(3, subBuffer(shared, ORIGIN, ROWS.part(3).bytes()));
    M data = buffer(random(ROWS.data().bytes()));
    assertThatThrownBy(() -> submit(ROWS, data, parts, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("part 0 and part 3 overlap in one buffer; give each memory of its own");
  }

  @Test
  void refusesWhatIsOfAnotherContext() {
    M data = buffer(random(ROWS.data().bytes()));
    try (UserDevice<M, E> other = open(true)) {
      M foreign = other.buffer(random(ROWS.data().bytes()));
      E gate = other.gate();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> submit(ROWS, foreign, separate(ROWS), List.of()))
          .withMessageStartingWith(
              "the data is given a buffer of another context than the queue's");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> submit(ROWS, data, separate(ROWS), List.of(gate)))
          .withMessageStartingWith("event 0 of those that must come first is of another context");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> submit(ROWS, data, separate(ROWS), List.of(user.noEvent())))
          .withMessageStartingWith("event 0 of those that must come first is of another context");
      other.open(gate, 0);
      other.release(gate);
      other.free(foreign);
    }
  }
}
