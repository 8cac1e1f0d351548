package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Tensor;
import io.cleave.file.Format;
import io.cleave.file.TensorWriter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What callers may do to what they have written.
class TensorWriterTest {
  private static final Tensor NINES = bytes(9, 9, 9);
  private static final Tensor OTHER = bytes(1, 2, 3, 4);

  @TempDir private Path folder;

  private static Tensor bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Tensor(Shape.of(bytes.length), ElementType.U8, MemorySegment.ofArray(bytes));
  }

  /// Another thread puts another tensor there after so many looks.
  private static final class Changing extends AbstractMap<String, Tensor> {
    private int looks;

    Changing(int looks) {
      this.looks = looks;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Set<Map.Entry<String, Tensor>> entrySet() {
      return Set.of(Map.entry("x", looks-- > 0 ? NINES : OTHER));
    }
  }

  @Test
  void theTensorsAreThoseThatWereThereAtFirst() throws IOException {
    for (int looks = 1; looks < 4; looks++) {
      TensorWriter writer = new TensorWriter(folder.resolve("after" + looks));
      Path file = writer.write(Format.RAW, new Changing(looks)).getFirst();
      assertThat(file).as("after %s", looks).hasBinaryContent(new byte[] {9, 9, 9});
    }
  }
}
