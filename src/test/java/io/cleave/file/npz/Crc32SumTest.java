package io.cleave.file.npz;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.npy.NpyBytes;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The JDK sums up the whole.
class Crc32SumTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 128, 65_536, 100_000})
  void joinsTwoPieces(int second) {
    for (int first : new int[] {0, 1, 128, 4097}) {
      byte[] whole = NpyBytes.data(first + second);
      CRC32 expected = new CRC32();
      expected.update(whole);
      int joined =
          Crc32Sum.of(
              Crc32Sum.of(Arrays.copyOf(whole, first)),
              Crc32Sum.of(Arrays.copyOfRange(whole, first, whole.length)),
              second);
      assertThat(joined).isEqualTo((int) expected.getValue());
    }
  }
}
