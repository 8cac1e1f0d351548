package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Of a list that cannot be finished nothing stays open.
class ResidentTensorsTest {
  private static final SplitPlan PLAN =
      SplitPlan.intoEqualParts(Shape.of(4, 4), ElementType.U8, 0, 4);

  private final List<Integer> open = new ArrayList<>();

  private final class Numbered implements ResidentTensor {
    private final int number;

    Numbered(Part part) {
      number = part.index();
      open.add(number);
    }

    @Override
    public List<@Nullable ResidentTensor> split(SplitPlan plan) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void read(MemorySegment to) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      open.remove(Integer.valueOf(number));
      if (number == 0) {
        throw new IllegalStateException("0 cannot be closed");
      }
    }
  }

  @Test
  void aTensorIsMadeForEachPart() {
    assertThat(ResidentTensors.of(PLAN, part -> part.index() == 2 ? null : new Numbered(part)))
        .hasSize(4)
        .satisfies(tensors -> assertThat(tensors.get(2)).isNull());
    assertThat(open).containsExactly(0, 1, 3);
  }

  @Test
  void whereOneCannotBeMadeTheOthersAreClosed() {
    OutOfMemoryError none = new OutOfMemoryError("none left");
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> ResidentTensors.of(PLAN, part -> made(part, none)))
        .isSameAs(none)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(open).isEmpty();
  }

  private @Nullable ResidentTensor made(Part part, Error failure) {
    if (part.index() == 3) {
      throw failure;
    }
    return part.index() == 1 ? null : new Numbered(part);
  }
}
