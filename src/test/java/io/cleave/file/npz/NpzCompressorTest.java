package io.cleave.file.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.file.TensorFile;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.stored.DeflatedContent;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.stored.Written;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpzCompressorTest {
  @TempDir private Path folder = Path.of("");

  /// Noise gets larger. With the header, 1,048,448 bytes fill what is read at a time to the last
  /// byte.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000_003, 1_048_448})
  void noiseIsPackedToo(int size) throws IOException {
    byte[] noise = new byte[size];
    new Random(size).nextBytes(noise);
    Layout layout =
        new Layout(Shape.of(size), ElementType.U8, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    Path stored =
        Written.file(
            folder.resolve("stored.npz"),
            NpzContainer.of(List.of(new NamedLayout("noise", layout))),
            List.of(noise));
    Path packed = folder.resolve("packed.npz");
    try (FileChannel out =
        FileChannel.open(packed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      NpzCompressor.compress(stored, out);
    }
    try (Arena arena = Arena.ofConfined()) {
      StoredTensor read = TensorFile.open(packed, arena).tensors().getFirst();
      assertThat(read.content()).isInstanceOf(DeflatedContent.class);
      assertThat(Written.read(read, 100_000)).isEqualTo(noise);
    }
    NpzCompressor.check(packed);
  }

  /// Whatever it is that they hold.
  @Test
  void damagedMembersAreFound() throws IOException {
    byte[] good = ZipBytes.deflated(Map.of("a.npy", NpyBytes.data(1000)));
    Path file = folder.resolve("x.npz");
    NpzCompressor.check(Files.write(file, good));
    byte[] otherSum = ZipBytes.with32(good, ZipBytes.CENTRAL, 0, 16, 7);
    Files.write(file, otherSum);
    assertThatExceptionOfType(BadFileException.class)
        .isThrownBy(() -> NpzCompressor.check(file))
        .withMessageStartingWith("%s: the tensor 'a': its data is damaged", file);
  }
}
