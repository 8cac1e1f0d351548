package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.Written;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.CountedProgress;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts that are left out of a plan get no file and no number, and the others keep their bytes.
class SplitUnwantedTest {
  private static final long[] SHAPE = {6, 6, 5};
  private static final int[] STARTS = {0, 2, 5, 6};
  private static final long[] WINDOWS = {1, 100, 1 << 16};

  @TempDir private Path folder = Path.of("");
  private final byte[] data = NpyBytes.data(6 * 6 * 5 * 2);
  private Path input = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void nameFiles() {
    input = folder.resolve("x.npz");
    out = folder.resolve("out");
  }

  /// One tensor as most are, and one turned round.
  private void makeInput(boolean fortran) throws IOException {
    byte[] plain = NpyBytes.file(1, NpyBytes.text("<u2", false, SHAPE), data);
    byte[] turned = NpyBytes.file(1, NpyBytes.text(">u2", fortran, SHAPE), data);
    Files.write(
        input, ZipBytes.stored(new TreeMap<>(Map.of("plain.npy", plain, "turned.npy", turned))));
  }

  private static SplitPlan plan(Layout data, int axis) {
    return SplitPlan.of(data, axis, Cut.byLengths(2, 3, 1));
  }

  private List<WrittenPart> split(Function<Layout, SplitPlan> planner, Target target, long window)
      throws IOException {
    CountedProgress progress = new CountedProgress();
    try (var splitter = CpuSplitter.open(1);
        var reference = CpuSplitter.open(1)) {
      List<WrittenPart> written =
          new FileSplitter(splitter)
              .inWindowsOf(window)
              .replacing(true)
              .verifiedBy(reference)
              .reportingTo(progress)
              .write(SplitJob.of(input, planner, target));
      assertThat(progress.done()).hasValue(progress.expected().get());
      return written;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theyGetNoFile(Format format) throws IOException {
    boolean fortran = format == Format.NPY || format == Format.NPZ;
    makeInput(fortran);
    for (boolean arrangement : new boolean[] {false, true}) {
      if (arrangement && !format.holdsMany()) {
        continue;
      }
      Target target = new Target(out, List.of("z", "a"), format, arrangement, false, true);
      for (int axis = 0; axis < 2; axis++) {
        for (long window : WINDOWS) {
          int along = axis;
          check(split(data -> plan(data, along).only(2, 0), target, window), axis, fortran);
        }
      }
    }
    if (!format.holdsMany()) {
      assertThat(out.toFile().list())
          .containsExactlyInAnyOrder(
              "plain.a." + format, "plain.z." + format, "turned.a." + format, "turned.z." + format);
    } else {
      assertThat(out.toFile().list())
          .containsExactlyInAnyOrder("x." + format, "x.a." + format, "x.z." + format);
    }
  }

  private void check(List<WrittenPart> written, int axis, boolean fortran) throws IOException {
    assertThat(written).extracting(WrittenPart::index).containsExactly(0, 1, 0, 1);
    for (WrittenPart part : written) {
      int whole = part.index() == 0 ? 2 : 0;
      boolean isTurned = part.tensor().equals("turned");
      byte[] expected =
          new NaiveArray(SHAPE, isTurned && fortran, 2, isTurned, data)
              .part(axis, STARTS[whole], STARTS[whole + 1] - STARTS[whole]);
      assertThat(content(part)).as("%s along %s", part, axis).isEqualTo(expected);
    }
  }

  private static byte[] content(WrittenPart part) throws IOException {
    boolean raw = part.file().toString().endsWith(".raw");
    ReadOptions reading = raw ? ReadOptions.as(part.type(), part.shape()) : ReadOptions.asStored();
    try (Arena arena = Arena.ofShared()) {
      Opened file = Opened.open(part.file(), reading, arena);
      // Nothing else is there.
      assertThat(file.tensors()).hasSizeLessThan(5);
      return Written.read(
          raw ? file.tensors().getFirst() : file.select(List.of(part.name())).getFirst(), 1000);
    }
  }

  @Test
  void norDoTheyWhereOthersAreConvertedOrCompressed() throws IOException {
    makeInput(true);
    Conversion toFloats = Conversion.to(ElementType.F32);
    List<byte[]> contents = new ArrayList<>();
    for (long window : WINDOWS) {
      for (boolean packing : new boolean[] {false, true}) {
        Target target = new Target(out, List.of(), Format.NPZ, true, packing, true);
        List<WrittenPart> written =
            split(data -> plan(data, 1).without(0, 2).converted(toFloats), target, window);
        assertThat(written).extracting(WrittenPart::name).containsExactly("plain.0", "turned.0");
        contents.add(content(written.getFirst()));
      }
    }
    assertThat(contents).allMatch(bytes -> Arrays.equals(bytes, contents.getFirst()));
    assertThat(contents.getFirst()).hasSize(6 * 3 * 5 * Float.BYTES);
  }

  @Test
  void noneAtAllIsLeft() throws IOException {
    makeInput(true);
    assertThat(split(data -> plan(data, 1).only(), Target.in(out), 1)).isEmpty();
    assertThat(out).isEmptyDirectory();
  }
}
