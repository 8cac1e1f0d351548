package io.cleave.ir.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is read of a `.bin` file, in whichever way.
class WeightsTest {
  private static final int OFFSET = 3;

  @TempDir private Path folder;

  private static Constant bytes(int count) {
    return new Constant(Optional.of(ElementType.U8), Shape.of(count), OFFSET, count);
  }

  private Weights weights(byte[] content) throws IOException {
    Files.write(folder.resolve("model.bin"), content);
    return Weights.beside(folder.resolve("model.xml"));
  }

  @ParameterizedTest
  @CsvSource({"net.xml, net.bin", "net.v1.xml, net.v1.bin", "net, net.bin", ".xml, .xml.bin"})
  void theFileIsNamedAsTheModelIs(String xml, String bin) {
    assertThat(Weights.beside(folder.resolve(xml)).file()).isEqualTo(folder.resolve(bin));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65536, 65537, 100_000})
  void whatIsLoadedIsWhatIsThere(int count) throws IOException {
    byte[] content = new byte[OFFSET + count + 1];
    new Random(count).nextBytes(content);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(
              weights(content)
                  .load(bytes(count), ElementType.U8, arena)
                  .toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(Arrays.copyOfRange(content, OFFSET, OFFSET + count));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 100_000})
  void aFileThatShrankIsNamed(int count) throws IOException {
    Weights weights = weights(new byte[OFFSET + count - 1]);
    try (Arena arena = Arena.ofConfined()) {
      assertThatIOException()
          .isThrownBy(() -> weights.load(bytes(count), ElementType.U8, arena))
          .withMessage("cannot read %s: it shrank while it was read", weights.file());
    }
  }

  @Test
  void onlyWhatHasDataIsMissing() {
    Weights none = Weights.beside(folder.resolve("none.xml"));
    assertThat(none.lacks(bytes(1))).isTrue();
    assertThat(none.lacks(bytes(0))).isFalse();
  }

  @Test
  void aFileThatIsGoneIsNamedOnce() throws IOException {
    Weights weights = weights(new byte[OFFSET + 1]);
    Files.delete(weights.file());
    assertThatIOException()
        .isThrownBy(() -> weights.read(bytes(1), ElementType.U8))
        .withMessage("cannot read %s: it does not exist", weights.file());
  }
}
