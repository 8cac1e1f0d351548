package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a residence keeps account of when a split fails on the way.
class HostResidenceTest {
  private static final Shape SHAPE = Shape.of(2, 2);

  /// Its splits give one part, and fail where the next one is asked for.
  private static Splitter failing(Tensor part) {
    List<Tensor> parts =
        new AbstractList<>() {
          @Override
          public Tensor get(int index) {
            if (index > 0) {
              throw new OutOfMemoryError("there is one part");
            }
            return part;
          }

          @Override
          public int size() {
            return 2;
          }
        };
    return (Splitter)
        Proxy.newProxyInstance(
            Splitter.class.getClassLoader(),
            new Class<?>[] {Splitter.class},
            (_, method, _) -> method.getName().equals("split") ? parts : null);
  }

  @Test
  void partsOfASplitThatFailsAreNotOpen() {
    try (Arena arena = Arena.ofConfined()) {
      Tensor data = Tensor.allocate(SHAPE, ElementType.U8, arena);
      HostResidence residence = new HostResidence(failing(data));
      SplitPlan columns = SplitPlan.intoEqualParts(SHAPE, ElementType.U8, 1, 2);
      try (ResidentTensor whole = residence.place(data)) {
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> whole.split(columns));
      }
      assertThatCode(residence::close).doesNotThrowAnyException();
    }
  }
}
