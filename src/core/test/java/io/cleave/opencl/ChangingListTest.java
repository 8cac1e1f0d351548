package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A list of parts that changes under a split: what was checked is what is written to.
class ChangingListTest {
  /// Gives each output once, and another one from then on, as if a thread had changed it.
  private static final class Changing<T extends @Nullable Object> extends AbstractList<T> {
    private final List<T> outputs;
    private final T other;
    private final BitSet given = new BitSet();

    Changing(List<T> outputs, T other) {
      this.outputs = outputs;
      this.other = other;
    }

    @Override
    public T get(int index) {
      boolean again = given.get(index);
      given.set(index);
      return again ? other : outputs.get(index);
    }

    @Override
    public int size() {
      return outputs.size();
    }
  }

  static Stream<Splitter> splitters() {
    return Stream.of(
        CpuSplitter.open(1),
        TestSplitters.on(new FakeSession(1, true, true), RouteName.FUSED, 1 << 20),
        TestSplitters.on(new FakeSession(1, true, false), RouteName.FUSED, 1 << 20));
  }

  @ParameterizedTest
  @MethodSource("splitters")
  void splitsFillWhatWasGiven(Splitter twin) {
    byte[] data = {1, 2, 3, 4, 5, 6};
    byte[] first = new byte[2];
    byte[] second = new byte[4];
    MemorySegment all = MemorySegment.ofArray(data);
    SplitPlan plan = SplitPlan.byLengths(Shape.of(6), ElementType.U8, 0, 2, 4);
    try (twin) {
      twin.split(
          plan,
          all,
          new Changing<>(
              List.of(MemorySegment.ofArray(first), MemorySegment.ofArray(second)), all));
    }
    assertThat(first).containsExactly(1, 2);
    assertThat(second).containsExactly(3, 4, 5, 6);
    assertThat(data).containsExactly(1, 2, 3, 4, 5, 6);
  }
}
