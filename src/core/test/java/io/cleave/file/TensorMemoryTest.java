package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tensors in memory are row-major and little-endian, whatever their files are.
class TensorMemoryTest {
  private static final Shape SHAPE = Shape.of(2, 3, 4);

  /// Element `[i, j, k]` is the number `ijk`.
  private static StoredTensor stored(MemoryOrder order, ByteOrder byteOrder) {
    ByteBuffer bytes = ByteBuffer.allocate(24 * Short.BYTES).order(byteOrder);
    for (int a = 0; a < (order == MemoryOrder.C ? 2 : 4); a++) {
      for (int j = 0; j < 3; j++) {
        for (int b = 0; b < (order == MemoryOrder.C ? 4 : 2); b++) {
          bytes.putShort((short) (order == MemoryOrder.C ? number(a, j, b) : number(b, j, a)));
        }
      }
    }
    Layout layout = new Layout(SHAPE, ElementType.I16, order, byteOrder);
    MemorySegment data = MemorySegment.ofArray(bytes.array());
    return new StoredTensor(
        Path.of("x.npy"), "x", layout, new MappedContent(Path.of("x.npy"), 0, data));
  }

  private static int number(int i, int j, int k) {
    return 100 * i + 10 * j + k;
  }

  @ParameterizedTest
  @CsvSource({"C, LITTLE", "C, BIG", "FORTRAN, LITTLE", "FORTRAN, BIG"})
  void everyArrangementBecomesTheSame(MemoryOrder order, String ends) throws IOException {
    ByteOrder byteOrder = ends.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    try (Arena arena = Arena.ofConfined()) {
      Tensor tensor = TensorMemory.load(stored(order, byteOrder), arena);
      assertThat(tensor.shape()).isEqualTo(SHAPE);
      ByteBuffer bytes =
          ByteBuffer.wrap(tensor.data().toArray(ValueLayout.JAVA_BYTE))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
          for (int k = 0; k < 4; k++) {
            assertThat(bytes.getShort()).isEqualTo((short) number(i, j, k));
          }
        }
      }
    }
  }

  @Test
  void whatStandsThereAsItShouldIsNotCopied() throws IOException {
    StoredTensor stored = stored(MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped = ((MappedContent) stored.content()).data();
      assertThat(TensorMemory.load(stored, arena).data()).isEqualTo(mapped);
    }
  }
}
