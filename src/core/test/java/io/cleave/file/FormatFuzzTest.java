package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.SafetensorsBytes;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.Written;
import io.cleave.file.format.ZipBytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Damages valid files at random: whatever they become, they are read or refused.
class FormatFuzzTest {
  private static final int ROUNDS = 1000;

  private static final long MAX_BYTES_PER_ROUND = 1 << 20;

  private static final String HEADER =
      """
      {"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},\
      "y":{"dtype":"BOOL","shape":[],"data_offsets":[24,25]}}\
      """;

  @TempDir Path folder = Path.of("");

  private static List<byte[]> seeds() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.npy", NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 3), new byte[24]));
    members.put("b/\u00fc.npy", NpyBytes.file(2, NpyBytes.text(">i2", true, 9), new byte[18]));
    members.put("t.txt", new byte[3]);
    return List.of(
        ZipBytes.stored(members), ZipBytes.deflated(members), SafetensorsBytes.file(HEADER, 25));
  }

  @RandomTest(gate = 2, thorough = 60)
  @Timeout(120)
  void isReadOrRefused(long seed) throws IOException {
    Random random = new Random(seed);
    List<byte[]> seeds = seeds();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    int refused = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = damaged(seeds.get(random.nextInt(seeds.size())), random);
      refused += isRefused(Files.write(folder.resolve("x.npz"), bytes)) ? 1 : 0;
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(refused).as("refused with seed %s", seed).isBetween(ROUNDS / 4, ROUNDS - 1);
    assertThat(allocated).isLessThan(ROUNDS * MAX_BYTES_PER_ROUND);
  }

  private static boolean isRefused(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      for (StoredTensor tensor : Opened.open(file, arena).tensors()) {
        assertThat(Written.read(tensor, 100)).hasSize((int) tensor.layout().bytes());
      }
      return false;
    } catch (MalformedFileException e) {
      assertThat(e.getMessage())
          .hasSizeLessThan(700)
          .matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+");
      return true;
    }
  }

  private static byte[] damaged(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) -1);
        case 3 -> bytes[at] = bytes[random.nextInt(bytes.length)];
        default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
      }
    }
    return bytes;
  }
}
