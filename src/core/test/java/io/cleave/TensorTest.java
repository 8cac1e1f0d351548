package io.cleave;

import static io.cleave.Refusal.refuses;
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
import org.junit.jupiter.params.provider.ValueSource;

class TensorTest {

  @TableTest(
      """
      F32     | 4,6,8 | 768
      BOOLEAN | 7     | 7
      U4      | 3     | 2
      U3      | 3,3   | 4
      U1      | 9     | 2
      F64     | ''    | 8
      F64     | 3,0   | 0
      U1      | 0,4611686018427387904,4611686018427387904 | 0
      """)
  void isExactlyAsLargeAsItsElements(ElementType type, String shape, int bytes) {
    var data = MemorySegment.ofArray(new byte[bytes]);
    Tensor tensor = new Tensor(type, Shape.parse(shape), data);
    assertThat(tensor.data()).isSameAs(data);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Tensor.allocate(type, Shape.parse(shape), arena).data().byteSize())
          .isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 23, 25})
  void refusesMemoryOfAnotherSize(int bytes) {
    var data = MemorySegment.ofArray(new byte[bytes]);
    refuses(
        () -> new Tensor(ElementType.F32, Shape.of(2, 3), data),
        "a tensor of f32 [2, 3] takes 24 bytes; the segment has %s".formatted(bytes));
  }

  @Test
  void newMemoryIsZeroAndAlignedForAnyWord() {
    Arena arena = Arena.ofConfined();
    for (int i = 1; i < 20; i++) {
      Tensor tensor = Tensor.allocate(ElementType.U8, Shape.of(i), arena);
      assertThat(tensor.data().address() % 64).isZero();
      assertThat(tensor.data().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    }
    arena.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Tensor.allocate(ElementType.F32, Shape.of(2), arena));
  }

  @Test
  void stringsAreNoTensor() {
    var data = MemorySegment.ofArray(new byte[0]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tensor(ElementType.STRING, Shape.of(0), data));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.allocate(ElementType.STRING, Shape.of(2), Arena.ofAuto()));
  }

  @Test
  void aSliceIsOneIndexOfTheFirstAxis() {
    byte[] bytes = {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0};
    Tensor batch = new Tensor(ElementType.U16, Shape.of(3, 1, 2), MemorySegment.ofArray(bytes));
    Tensor last = batch.slice(2);
    assertThat(last).hasToString("u16 [1, 2]");
    assertThat(last.data().toArray(ValueLayout.JAVA_BYTE)).containsExactly(5, 0, 6, 0);
    assertThat(last.asByteBuffer().asShortBuffer().get(1)).isEqualTo((short) 6);
    last.data().set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
    assertThat(bytes[8]).isEqualTo((byte) 9);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> batch.slice(3));
    refuses(() -> last.slice(0).slice(1).slice(0), "u16 [] has no axis to take a slice of");
    Tensor packed = new Tensor(ElementType.U4, Shape.of(2, 3), MemorySegment.ofArray(new byte[3]));
    refuses(
        () -> packed.slice(1), "a slice of u4 [2, 3] is not whole bytes; split it along axis 0");
  }
}
