package io.cleave.spi;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.RandomTest;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Contract of all splitters for bytes: each part gets its own, for all element types, sizes and
/// lengths.
abstract class SplitterBytesContract extends ConversionContract {
  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void splitsEveryElementType(ElementType type) {
    for (long[] lengths : new long[][] {{1, 2, 5}, {3, 0, 4, 1}, {7}, {1, 1, 1}}) {
      long extent = Arrays.stream(lengths).sum();
      check(SplitPlan.of(Layout.of(type, 5, extent, 3), 1, Cut.byLengths(lengths)));
      check(SplitPlan.of(Layout.of(type, extent, 7), 0, Cut.byLengths(lengths)));
      check(SplitPlan.of(Layout.of(type, 4, 1, extent), -1, Cut.byLengths(lengths)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1, 2",
    "7, 8",
    "61, 9",
    "4096, 16",
    "4098, 17",
    "61, 32",
    "7, 33",
    "61, 1000",
    "0, 3"
  })
  void splitsTheSizesThatHurt(long rows, int parts) {
    assumeFalse(isBrief() && rows > 100, "too large for a simulator");
    // A simulator takes seconds for a thousand parts.
    boolean isSlow = isBrief() && parts > 100;
    long height = isSlow ? 7 : rows;
    List<ElementType> types =
        List.of(ElementType.U3, ElementType.U8, ElementType.U1, ElementType.F32);
    for (ElementType type : types.subList(0, isSlow ? 2 : 4)) {
      long[] lengths = new long[parts];
      Arrays.setAll(lengths, i -> i % 4);
      long extent = Arrays.stream(lengths).sum();
      check(SplitPlan.of(Layout.of(type, height, extent), 1, Cut.byLengths(lengths)));
    }
  }

  /// In memory of one kind, plain Java has a task for some parts of all rows.
  @Test
  void splitsManySmallParts() {
    long[] lengths = LongStream.range(600, 640).toArray();
    Layout data = Layout.of(ElementType.U8, isBrief() ? 2 : 9, Arrays.stream(lengths).sum());
    SplitPlan plan = SplitPlan.of(data, 1, Cut.byLengths(lengths));
    SplitCheck.checkInPlace(splitter, plan, new Random(1));
  }

  /// Runs that are moved in wide words end anywhere in one, and the last one where the data ends.
  @Test
  void splitsLongRunsOfEveryLength() {
    for (long run = 300; run < 317; run++) {
      check(SplitPlan.of(Layout.of(ElementType.U8, 3, 5 + run), 1, Cut.byLengths(5, run)));
    }
  }

  @RandomTest(gate = 2, thorough = 40)
  void agreesWithTheOracleOnRandomSplits(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < (isBrief() ? 8 : 60); i++) {
      SplitPlan plan = randomPlan(random);
      try {
        check(plan, random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d, split %d: %s".formatted(seed, i, plan), e);
      }
    }
  }

  /// More than the 1 MiB for which helpers are woken, in several tiles.
  @ParameterizedTest
  @CsvSource({
    "1, 2500001, 1, U8", // one long row
    "3, 700007, 1, U8", // a few long rows
    "10013, 61, 2, F16", // many short rows
    "900001, 3, 1, U8", // rows of three bytes
    "50001, 61, 1, U3", // bits
    "1, 9000001, 1, U1"
  })
  void splitsWorkThatIsWorthSharing(long rows, long extent, long inner, ElementType type) {
    assumeFalse(isBrief(), "too large for a simulator");
    Shape shape = Shape.of(rows, extent, inner);
    check(SplitPlan.of(Layout.of(type, shape), 1, Cut.byLengths(extent / 3, 1, -1)));
  }
}
