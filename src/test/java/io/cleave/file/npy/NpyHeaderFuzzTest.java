package io.cleave.file.npy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.StoredTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Damages valid files at random: whatever they become, they are mapped or refused.
class NpyHeaderFuzzTest {
  private static final int ROUNDS = 1500;

  /// A round's own garbage is far below; what a header claims may be anything.
  private static final long MAX_BYTES_PER_ROUND = 1 << 20;

  private static final List<byte[]> SEEDS =
      List.of(
          NpyBytes.file(1, NpyBytes.text("<f4", false, 2, 3), new byte[24]),
          NpyBytes.file(2, NpyBytes.text(">i8", true, 2, 3, 4), new byte[192]),
          NpyBytes.file(3, NpyBytes.text("|b1", false), new byte[1]),
          NpyBytes.file(3, "{'descr': [('a\u00e9', '<i4')], 'fortran_order': False, 'shape': ()}"),
          NpyBytes.file(
              1, "{'shape':(0L,9223372036854775807L,),'descr':'=u2','fortran_order':True}"));

  private static final byte[] TELLING =
      "(){}[],:'\"\\-0129LTrueFalse<>|=Oc \n".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder = Path.of("");

  @RandomTest(gate = 2, thorough = 60)
  @Timeout(60)
  void isMappedOrRefused(long seed) throws IOException {
    var random = new Random(seed);
    Path file = folder.resolve("fuzzed.npy");
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    int refused = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < ROUNDS; round++) {
      Files.write(file, damaged(SEEDS.get(random.nextInt(SEEDS.size())), random));
      refused += isRefused(file) ? 1 : 0;
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(refused).as("refused with seed %d", seed).isBetween(ROUNDS / 4, ROUNDS - 1);
    assertThat(allocated).isLessThan(ROUNDS * MAX_BYTES_PER_ROUND);
  }

  private static boolean isRefused(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      StoredTensor tensor = NpyReader.map(file, arena);
      assertThat(tensor.content().size()).isLessThanOrEqualTo(Files.size(file));
      return false;
    } catch (BadFileException e) {
      assertThat(e.getMessage()).hasSizeLessThan(600).matches("[ -~]+");
      return true;
    }
  }

  private static byte[] damaged(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
        default -> bytes = cutOrDoubled(bytes, at, random.nextBoolean());
      }
    }
    return bytes;
  }

  private static byte[] cutOrDoubled(byte[] bytes, int at, boolean cut) {
    if (cut) {
      return Arrays.copyOf(bytes, Math.max(1, at));
    }
    byte[] doubled = Arrays.copyOf(bytes, bytes.length + at);
    System.arraycopy(bytes, 0, doubled, bytes.length, at);
    return doubled;
  }
}
