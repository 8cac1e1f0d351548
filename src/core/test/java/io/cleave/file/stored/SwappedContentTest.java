package io.cleave.file.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.npy.NpyBytes;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Pass;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SwappedContentTest {
  private static final int PIECE = (int) LittleEndian.PIECE;

  /// Several elements more than fit the buffer, and as many again.
  @Test
  void piecesOfAnySizeAreTurnedRound() throws IOException {
    int[] sizes = {PIECE + 2, 6, 2 * PIECE + 4, PIECE + 2, PIECE};
    byte[] stored = NpyBytes.data(Arrays.stream(sizes).sum());
    Layout layout =
        new Layout(
            Shape.of(stored.length / 2), ElementType.U16, MemoryOrder.C, ByteOrder.BIG_ENDIAN);
    MappedContent mapped = new MappedContent(Path.of("x"), 0, MemorySegment.ofArray(stored));
    byte[] turned = turned(stored);
    int at = 0;
    try (Pass pass = new SwappedContent(mapped, layout).begin()) {
      for (int size : sizes) {
        byte[] next = pass.next(size).toArray(ValueLayout.JAVA_BYTE);
        assertThat(Arrays.equals(next, Arrays.copyOfRange(turned, at, at + size))).isTrue();
        at += size;
      }
    }
  }

  private static byte[] turned(byte[] pairs) {
    byte[] turned = new byte[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      turned[i] = pairs[i ^ 1];
    }
    return turned;
  }
}
