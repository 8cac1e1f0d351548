package io.cleave.file.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.file.tensor.BadFileException;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class StoredTypeTest {
  private static StoredType unknown(int bits) {
    return StoredType.unknown("dtype '|O'", bits, ByteOrder.LITTLE_ENDIAN, "is no element type");
  }

  @Test
  void elementsOfKnownWidthTakeBytesWhateverTheyAre() {
    assertThat(unknown(3).bytes(Shape.of(3, 3))).isEqualTo(4);
    assertThat(unknown(128).bytes(Shape.of(2))).isEqualTo(32);
  }

  @Test
  void elementsOfUnknownWidthTakeNobodyKnowsWhat() {
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> unknown(0).bytes(Shape.of(2)))
        .withMessage("is no element type");
  }

  @Test
  void elementsThatTakeTooMuchAreRefused() {
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> unknown(128).bytes(Shape.of(1L << 60)))
        .withMessageContaining("1152921504606846976 elements of dtype '|O' take more than ");
  }
}
