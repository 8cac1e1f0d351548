package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Elements narrower than a byte, in windows of any size. The oracle takes the elements out one by
/// one, bit by bit.
class BitSplitTest {
  private static final long SEED = 20_261_121;

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(names = {"U1", "U2", "U3", "U4", "U6", "I4", "NF4", "F4E2M1"})
  void everyBitIsInItsPlace(ElementType type) throws IOException {
    Random random = new Random(SEED + type.bits());
    for (int round = 0; round < Seeds.rounds(25, 1000); round++) {
      long[] shape = random.ints(1 + random.nextInt(4), 1, 12).asLongStream().toArray();
      int axis = random.nextInt(shape.length);
      int parts = 1 + random.nextInt(5);
      for (long window : new long[] {0, 7, 40, 1 << 16}) {
        check(type, shape, axis, parts, window, random);
      }
    }
  }

  private void check(
      ElementType type, long[] shape, int axis, int parts, long window, Random random)
      throws IOException {
    int volume = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    byte[] values = new byte[volume];
    for (int i = 0; i < volume; i++) {
      values[i] = (byte) random.nextInt(1 << type.bits());
    }
    Path input = Files.write(folder.resolve("x.raw"), pack(values, type));
    SplitPlan plan = SplitPlan.of(Layout.of(type, shape), axis, Cut.nearlyEqual(parts));
    Path out = folder.resolve("out");
    List<WrittenPart> written;
    try (var splitter = CpuSplitter.open()) {
      Target target = new Target(out, List.of(), null, false, false, true);
      SplitJob job =
          new SplitJob(input, ReadOptions.as(type, Shape.of(shape)), List.of(), _ -> plan, target);
      written = new FileSplitter(splitter).inWindowsOf(window).replacing(true).write(job);
    }
    NaiveArray naive = new NaiveArray(shape, false, 1, false, values);
    long start = 0;
    for (int i = 0; i < parts; i++) {
      long length = plan.lengths()[i];
      assertThat(written.get(i).file())
          .as("%s %s axis %s part %s window %s", type, Arrays.toString(shape), axis, i, window)
          .hasBinaryContent(pack(naive.part(axis, start, length), type));
      start += length;
    }
  }

  /// Packs values, one a byte, as a string of bits that is read back eight at a time.
  private static byte[] pack(byte[] values, ElementType type) {
    boolean highFirst = type == ElementType.U1;
    byte[] packed = new byte[(values.length * type.bits() + 7) / 8];
    int bit = 0;
    for (byte value : values) {
      for (int i = 0; i < type.bits(); i++) {
        int set = value >> i & 1;
        packed[bit / 8] |= (byte) (set << (highFirst ? 7 - bit % 8 : bit % 8));
        bit++;
      }
    }
    return packed;
  }
}
