package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.ForeignArena;
import io.cleave.backend.Tensor;
import io.cleave.file.Format;
import io.cleave.file.TensorWriter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @ParameterizedTest
  @EnumSource
  void aTensorOfAnotherThreadIsNamed(Format format) throws InterruptedException {
    Tensor foreign = new Tensor(Shape.of(3), ElementType.U8, ForeignArena.memory(3));
    Path none = folder.resolve("none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TensorWriter(none).write(format, Map.of("x", foreign)))
        .withMessage(
            "tensor 'x' belongs to the confined arena of another thread; write it there, or use"
                + " Arena.ofShared()");
    assertThat(none).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void aTensorWhoseArenaIsClosedIsNamed(Format format) {
    Path none = folder.resolve("none");
    Arena arena = Arena.ofConfined();
    Tensor closed = new Tensor(Shape.of(3), ElementType.U8, arena.allocate(3));
    arena.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> new TensorWriter(none).write(format, Map.of("x", closed)))
        .withMessage("the arena of tensor 'x' is closed; keep it open until the tensor is written");
    assertThat(none).doesNotExist();
  }
}
