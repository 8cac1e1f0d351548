package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Splitters;
import io.cleave.backend.RouteName;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.Splitter;
import io.cleave.cli.Cli;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tensors of 64 dimensions, which is what files may have, and of a thousand.
class ManyAxesTest {
  private static final int MOST = 64;

  @TempDir Path folder = Path.of("");

  @Test
  void plainJavaSplitsThem() {
    try (Splitter splitter = CpuSplitter.open(2);
        Splitter fastest = Splitters.open()) {
      splits(splitter, true);
      splits(fastest, true);
    }
  }

  @Test
  void aDeviceInMemorySplitsThem() {
    for (boolean shares : new boolean[] {true, false}) {
      try (Splitter splitter = TestSplitters.onAFake(shares).inPlace(RouteName.AUTO)) {
        splits(splitter, false);
      }
    }
  }

  @Test
  @Tag("device")
  void aDeviceSplitsThem() {
    try (Splitter splitter = new TestSplitters<>(new LwjglBinding()).inPlace(RouteName.AUTO)) {
      splits(splitter, true);
    }
  }

  private static void splits(Splitter splitter, boolean converts) {
    for (int rank : new int[] {MOST, 1000}) {
      for (int axis : new int[] {0, 1, rank / 2, rank - 1}) {
        for (ElementType type : List.of(ElementType.U8, ElementType.U3, ElementType.F32)) {
          SplitPlan plan = SplitPlan.byLengths(Shape.of(extents(rank, axis)), type, axis, 2, 0, 5);
          SplitCheck.check(splitter, plan, new Random(rank + axis));
          if (converts) {
            SplitPlan halves = plan.converted(Conversion.to(ElementType.F16));
            SplitCheck.check(splitter, halves, new Random(rank));
          }
          assertThat(splitter.explain(plan).toString()).isNotBlank();
        }
        stacks(splitter, rank, axis);
      }
    }
  }

  /// One of the axes is longer than the others, and some others are no single elements.
  private static long[] extents(int rank, int axis) {
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    for (int i = 1; i < rank; i += rank / 5) {
      extents[i] = 3;
    }
    extents[axis] = 7;
    return extents;
  }

  /// What is split along an axis and joined along it again is what it was.
  private static void stacks(Splitter splitter, int rank, int axis) {
    long[] extents = extents(rank, axis);
    extents[axis] = 4;
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(extents), ElementType.U8, axis, 2);
    byte[] data = new byte[Math.toIntExact(plan.bytes())];
    new Random(axis).nextBytes(data);
    byte[] result = new byte[data.length];
    var stacked = plan.stacked(axis);
    assertThat(stacked.shape().rank()).isEqualTo(rank + 1);
    splitter.split(stacked, MemorySegment.ofArray(data), MemorySegment.ofArray(result));
    assertThat(result).isEqualTo(data);
  }

  @Test
  void areRefusedByFilesThatNobodyCouldRead() throws IOException {
    Path raw = Files.write(folder.resolve("x.raw"), new byte[4]);
    for (String format : List.of("npy", "npz", "safetensors")) {
      assertThat(split(raw, MOST, format).code()).isZero();
      Cli more = split(raw, MOST + 1, format);
      assertThat(more.code()).isEqualTo(2);
      assertThat(more.err())
          .startsWith("cleave: ")
          .contains("65 dimensions are more than the 64 that a .", "; write it as raw bytes")
          .hasLineCount(1);
    }
    assertThat(split(raw, MOST + 1, "raw").code()).isZero();
  }

  private Cli split(Path file, int rank, String format) {
    List<String> extents = new ArrayList<>(Collections.nCopies(rank - 1, "1"));
    extents.add("4");
    return Cli.run(
        "split",
        file.toString(),
        "--shape",
        extents.stream().collect(Collectors.joining(",")),
        "--type",
        "u8",
        "--axis",
        "-1",
        "--equal",
        "2",
        "--format",
        format,
        "--force",
        "--out",
        folder.resolve("out").toString());
  }

  @Test
  void areCountedFromBothEnds() {
    Shape shape = Shape.of(extents(1000, 999));
    assertThat(SplitPlan.byLengths(shape, ElementType.U8, -1, 7).axis()).isEqualTo(999);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.byLengths(shape, ElementType.U8, 1000, 7))
        .withMessageStartingWith("axis 1000 must lie in -1000..999 for shape [1, 3, ");
  }
}
