package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tensors in memory are row-major and little-endian, however they are stored.
class TensorLoadTest {
  @TempDir private Path folder = Path.of("");

  /// Element `[i, j, k]` is the number `ijk`.
  private static byte[] array(boolean fortran, boolean big) {
    ByteBuffer bytes =
        ByteBuffer.allocate(24 * Short.BYTES)
            .order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int a = 0; a < (fortran ? 4 : 2); a++) {
      for (int j = 0; j < 3; j++) {
        for (int b = 0; b < (fortran ? 2 : 4); b++) {
          bytes.putShort((short) (fortran ? number(b, j, a) : number(a, j, b)));
        }
      }
    }
    String text = NpyBytes.text((big ? ">" : "<") + "i2", fortran, 2, 3, 4);
    return NpyBytes.file(1, text, bytes.array());
  }

  private static int number(int i, int j, int k) {
    return 100 * i + 10 * j + k;
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void everyArrangementBecomesTheSame(boolean fortran, boolean big) throws IOException {
    byte[] array = array(fortran, big);
    Path npy = Files.write(folder.resolve("x.npy"), array);
    Path npz = Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    for (Path path : new Path[] {npy, npz}) {
      try (TensorFile file = TensorFile.open(path);
          Arena arena = Arena.ofConfined()) {
        Tensor tensor = file.load("x", arena);
        assertThat(tensor.shape()).isEqualTo(Shape.of(2, 3, 4));
        ByteBuffer bytes =
            ByteBuffer.wrap(tensor.data().toArray(ValueLayout.JAVA_BYTE))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 24; i++) {
          assertThat(bytes.getShort()).isEqualTo((short) number(i / 12, i / 4 % 3, i % 4));
        }
        boolean isMapped = path.equals(npy) && !fortran && !big;
        assertThat(tensor.data().isReadOnly()).isEqualTo(isMapped);
      }
    }
  }
}
