package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.StoredTensor;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.TensorLoader;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Windows of tensors in files, in buffers of any size. The oracle is the same plan in memory.
class CroppedFilesTest {
  private static final long[] WINDOWS = {1, 24, 100, 400, 1 << 16};

  @TempDir Path folder = Path.of("");

  @RandomTest(gate = 40, thorough = 1000)
  void aWindowIsSplitAsInMemory(long seed) throws IOException {
    Random random = new Random(seed);
    int rank = 2 + random.nextInt(3);
    long[] shape = random.ints(rank, 2, 8).asLongStream().toArray();
    boolean fortran = random.nextInt(3) == 0;
    // Only axes that are no farther inside than the cut one may be cropped, in both orders.
    int axis = fortran ? random.nextInt(rank) : rank - 1 - random.nextInt(2);
    Layout whole = Layout.of(random.nextBoolean() ? ElementType.U8 : ElementType.U16, shape);
    Layout window = whole;
    for (int i = fortran ? axis : 0; i <= axis; i++) {
      long from = random.nextLong(shape[i]);
      window = window.cropped(i, from, 1 + random.nextLong(shape[i] - from));
    }
    SplitPlan plan = plan(window, axis, random);
    boolean bigEndian = random.nextBoolean();
    byte[] data = new byte[(int) whole.bytes()];
    random.nextBytes(data);
    check(whole, plan, fortran, bigEndian, data, random);
  }

  private static SplitPlan plan(Layout window, int axis, Random random) {
    long extent = window.shape().extent(axis);
    SplitPlan plan =
        SplitPlan.of(window, axis, Cut.intoEqualParts(random.nextBoolean() ? extent : 1));
    if (random.nextBoolean()) {
      plan = plan.converted(Conversion.to(ElementType.F32));
    }
    return random.nextBoolean() ? plan.stacked(random.nextInt(window.shape().rank())) : plan;
  }

  private void check(
      Layout whole, SplitPlan plan, boolean fortran, boolean bigEndian, byte[] data, Random random)
      throws IOException {
    int width = whole.type().bits() / Byte.SIZE;
    String descr = (bigEndian ? ">" : "<") + "u" + width;
    byte[] array = NpyBytes.file(1, NpyBytes.text(descr, fortran, whole.shape().extents()), data);
    Path file =
        random.nextInt(3) > 0
            ? Files.write(folder.resolve("x.npy"), array)
            : Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    List<byte[]> expected = inMemory(file, plan);
    Format format = random.nextBoolean() ? Format.NPY : Format.NPZ;
    for (long buffer : WINDOWS) {
      try (Splitter splitter = CpuSplitter.open();
          Splitter reference = CpuSplitter.open();
          Arena arena = Arena.ofConfined()) {
        List<WrittenPart> written =
            new FileSplitter(splitter)
                .inWindowsOf(buffer)
                .replacing(true)
                .verifiedBy(reference)
                .write(SplitJob.of(file, _ -> plan, Target.in(folder.resolve("out")).as(format)));
        for (int i = 0; i < expected.size(); i++) {
          assertThat(bytes(written.get(i).file(), arena))
              .as("part %s of %s in windows of %s, fortran %s", i, plan, buffer, fortran)
              .isEqualTo(expected.get(i));
        }
      }
    }
  }

  /// The first tensor of a file, row-major.
  private static byte[] bytes(Path file, Arena arena) throws IOException {
    Opened opened = Opened.open(file, arena);
    StoredTensor first = opened.tensors().getFirst();
    MemorySegment data = TensorLoader.load(first, opened.stored().mapped(), arena).data();
    return data.toArray(ValueLayout.JAVA_BYTE);
  }

  private static List<byte[]> inMemory(Path file, SplitPlan plan) throws IOException {
    try (Splitter splitter = CpuSplitter.open(1);
        Arena arena = Arena.ofShared()) {
      MemorySegment data = MemorySegment.ofArray(bytes(file, arena));
      List<byte[]> parts = new ArrayList<>();
      List<MemorySegment> outputs = new ArrayList<>();
      for (Part part : plan.parts()) {
        byte[] bytes = new byte[(int) part.bytes()];
        parts.add(bytes);
        outputs.add(MemorySegment.ofArray(bytes));
      }
      splitter.split(plan, data.asSlice(0, plan.data().bytes()), outputs);
      return parts;
    }
  }

  @Test
  void packedElementsAreCropped() throws IOException {
    byte[] data = NpyBytes.data(6 * 8 * 4 / 2);
    Path file = Files.write(folder.resolve("x.raw"), data);
    Layout whole = Layout.of(ElementType.U4, 6, 8, 4);
    try (Splitter splitter = Splitter.open()) {
      List<Path> files =
          FileSplit.of(
                  file,
                  folder.resolve("out"),
                  layout ->
                      SplitPlan.of(
                          layout.cropped(0, 1, 4).cropped(1, 2, 4), 2, Cut.intoEqualParts(2)))
              .reading(whole)
              .memory(1)
              .write(splitter);
      assertThat(files).hasSize(2);
      byte[] part = Files.readAllBytes(files.get(1));
      for (int i = 0; i < 16; i++) {
        assertThat(part[i]).isEqualTo(data[((1 + i / 4) * 8 + 2 + i % 4) * 2 + 1]);
      }
    }
  }

  @Test
  void aPlanOfOtherDataIsRefused() throws IOException {
    byte[] array = NpyBytes.file(1, NpyBytes.text("|u1", false, 4, 6), NpyBytes.data(24));
    Path file = Files.write(folder.resolve("x.npy"), array);
    try (Splitter splitter = Splitter.open()) {
      for (Layout other :
          List.of(
              Layout.of(ElementType.I8, 4, 6).cropped(0, 1, 2),
              Layout.of(ElementType.U8, 5, 6).cropped(0, 1, 4),
              Layout.of(ElementType.U8, 4, 6).pitched(0, 100))) {
        assertThatIllegalArgumentException()
            .isThrownBy(
                () ->
                    FileSplit.of(
                            file,
                            folder.resolve("out"),
                            _ -> SplitPlan.of(other, 1, Cut.intoEqualParts(2)))
                        .write(splitter))
            .withMessageContaining("a plan is for that or a window of it");
      }
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
