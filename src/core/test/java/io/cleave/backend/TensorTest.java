package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          F32,     '4,6,8', 768
          BOOLEAN, 7,       7
          U4,      3,       2
          U3,      '3,3',   4
          U1,      9,       2
          F64,     '',      8
          F64,     '3,0',   0
          U1,      '0,4611686018427387904,4611686018427387904', 0
          """)
  void isExactlyAsLargeAsItsElements(ElementType type, String shape, int bytes) {
    var data = MemorySegment.ofArray(new byte[bytes]);
    Tensor tensor = new Tensor(Shape.parse(shape), type, data);
    assertThat(tensor.data()).isSameAs(data);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Tensor.allocate(Shape.parse(shape), type, arena).data().byteSize())
          .isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 23, 25})
  void refusesMemoryOfAnotherSize(int bytes) {
    var data = MemorySegment.ofArray(new byte[bytes]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tensor(Shape.of(2, 3), ElementType.F32, data))
        .withMessage("a tensor of f32 [2, 3] takes 24 bytes; the segment has %d", bytes);
  }

  @Test
  void newMemoryIsZeroAndAlignedForAnyWord() {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 1; i < 20; i++) {
        Tensor tensor = Tensor.allocate(Shape.of(i), ElementType.U8, arena);
        assertThat(tensor.data().address() % 64).isZero();
        assertThat(tensor.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
      }
    }
  }

  @Test
  void stringsAreNoTensor() {
    var data = MemorySegment.ofArray(new byte[0]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tensor(Shape.of(0), ElementType.STRING, data))
        .withMessage("string elements have no size in bytes; count them instead");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.allocate(Shape.of(2), ElementType.STRING, Arena.ofAuto()));
  }

  @Test
  void aClosedArenaGivesNoTensor() {
    Arena arena = Arena.ofConfined();
    arena.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Tensor.allocate(Shape.of(2), ElementType.F32, arena));
  }
}
