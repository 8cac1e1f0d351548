package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.TableTest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a plan says of itself and of its parts, on examples that can be checked by eye.
class SplitPlanTest {
  private static final long HUGE = 1L << 62;

  static SplitPlan plan(String type, String shape, int axis, String lengths) {
    return SplitPlan.of(
        Layout.of(ElementType.parse(type), Shape.parse(shape)),
        axis,
        Cut.byLengths(CutTest.numbers(lengths)));
  }

  /// The unit is the coarsest that fits; runs are `offset+length`; parts that are one piece of
  /// whole units are marked by `x`.
  @TableTest(
      """
      f32     | 4,6,8   | 1 | 2,4   | BYTE    | 4  | 192 | 0+64 64+128 | --
      f32     | 4,6,8   | 0 | 1,3   | BYTE    | 1  | 768 | 0+192 192+576 | xx
      f32     | 4,6,8   | 2 | 8     | BYTE    | 24 | 32  | 0+32        | x
      f32     | 1,1,6,5 | 2 | 2,4   | BYTE    | 1  | 120 | 0+40 40+80  | xx
      f64     | 3       | 0 | 0,3,0 | BYTE    | 1  | 24  | 0+24        | xxx
      u4      | 3,4     | 1 | 2,2   | BYTE    | 3  | 2   | 0+1 1+1     | --
      u4      | 3,4     | 1 | 1,3   | BIT     | 3  | 16  | 0+4 4+12    | --
      u4      | 3,3     | 1 | 3     | BIT     | 3  | 12  | 0+12        | -
      u4      | 3,3     | 0 | 2,1   | BIT     | 1  | 36  | 0+24 24+12  | --
      u4      | 4,6     | 0 | 1,3   | BYTE    | 1  | 12  | 0+3 3+9     | xx
      u1      | 16      | 0 | 8,8   | BYTE    | 1  | 2   | 0+1 1+1     | xx
      u1      | 9       | 0 | 9,0   | BIT     | 1  | 9   | 0+9         | -x
      string  | 2,3,2   | 1 | 1,2   | ELEMENT | 2  | 6   | 0+2 2+4     | --
      string  | 4,6     | 0 | 1,3   | ELEMENT | 1  | 24  | 0+6 6+18    | xx
      """)
  void hasRowsAndRuns(
      String type,
      String shape,
      int axis,
      String lengths,
      Unit unit,
      long rows,
      long row,
      String runs,
      String contiguous) {
    SplitPlan plan = plan(type, shape, axis, lengths);
    Geometry loops = plan.geometry();
    assertThat(loops.unit()).isEqualTo(unit);
    assertThat(loops.rows()).isEqualTo(rows).isEqualTo(plan.rows());
    assertThat(loops.row()).isEqualTo(row);
    assertThat(
            IntStream.range(0, loops.pieces()).mapToObj(i -> loops.offset(i) + "+" + loops.run(i)))
        .containsExactly(runs.split(" "));
    assertThat(plan.parts().stream().map(part -> part.isContiguous() ? "x" : "-"))
        .containsExactly(contiguous.split(""));
  }

  @Test
  void stringsHaveNoBytes() {
    Part part = plan("string", "2,3", 1, "1,2").part(1);
    assertThat(part.arrayLength()).isEqualTo(4);
    assertThatIllegalStateException().isThrownBy(part::bytes).withMessageContaining("no size in");
    Part huge = plan("string", "2," + Long.MAX_VALUE / 2, 1, "7,-1").part(1);
    assertThat(huge.shape().elements()).isEqualTo(2 * (Long.MAX_VALUE / 2 - 7));
    assertThatIllegalStateException()
        .isThrownBy(huge::arrayLength)
        .withMessageContaining("9223372036854775792 elements")
        .withMessageEndingWith("use native memory");
  }

  @Test
  void onlyAContiguousPartHasAnOffset() {
    SplitPlan rows = plan("f32", "4,6", 0, "1,3,0");
    assertThat(rows.only(1).part(0).offset()).isEqualTo(24);
    assertThat(rows.part(2).offset()).isZero();
    assertThat(plan("string", "4,6", 0, "1,3").part(1).offset()).isEqualTo(6);
    Layout window = Layout.of(F32, 4, 6).cropped(0, 2, 2);
    assertThat(SplitPlan.of(window, 0, Cut.byLengths(1, 1)).part(1).offset()).isEqualTo(72);
    assertThatIllegalStateException()
        .isThrownBy(plan("f32", "4,6", 1, "2,4").part(1)::offset)
        .withMessageContaining("part 1 [4, 4]: bytes 8..23 of each row, 64 bytes");
  }

  @Test
  void tellsWhatItWasMadeOf() {
    SplitPlan plan = plan("f32", "4,6,8", -2, "3,-1");
    assertThat(plan.data()).isEqualTo(Layout.of(F32, 4, 6, 8));
    assertThat(plan.axis()).isEqualTo(1);
    assertThat(plan.positions()).containsExactly(0, 3);
    assertThat(plan.parts()).containsExactly(plan.part(0), plan.part(1));
    assertThat(plan.part(1).type()).isEqualTo(F32);
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(4, 3, 8));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> plan.parts().get(2));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> plan.parts().removeFirst());
  }

  @Test
  void saysWhereEachPartStands() {
    assertThat(plan("f32", "4,6,8", 1, "2,0,-1"))
        .hasToString(
            """
            f32 [4, 6, 8] along axis 1 into 3 parts: 4 rows of 192 bytes
              part 0 [4, 2, 8]: bytes 0..63 of each row, 256 bytes
              part 1 [4, 0, 8]: empty
              part 2 [4, 4, 8]: bytes 64..191 of each row, 512 bytes\
            """);
    Layout window = Layout.of(U8, 8, 6, 2).pitched(0, 16).cropped(0, 2, 4);
    assertThat(SplitPlan.of(window, 1, Cut.byLengths(4, 2)).only(1))
        .hasToString(
            """
            u8 [4, 6, 2] from byte 32, strides [16, 2, 1] bytes along axis 1 into 1 part: 4 rows of 12 bytes
              part 0 [4, 2, 2]: bytes 8..11 of each row, 16 bytes\
            """);
    assertThat(SplitPlan.of(Layout.of(U4, 3, 4), 1, Cut.byLengths(1, 3)).part(1))
        .hasToString("part 1 [3, 3]: bits 4..15 of each row, 5 bytes");
  }

  @Test
  @Timeout(60)
  void saysItShortlyOfManyParts() {
    int most = SplitPlan.MAX_PARTS;
    assertThat(SplitPlan.of(Layout.of(U8, most), 0, Cut.intoEqualParts(most)).toString().lines())
        .hasSize(26)
        .startsWith("u8 [16777216] along axis 0 into 16777216 parts: 1 row of 16777216 bytes")
        .endsWith(
            "  part 21 [1]: bytes 21..21, 1 byte",
            "  ... 16777192 more parts",
            "  part 16777214 [1]: bytes 16777214..16777214, 1 byte",
            "  part 16777215 [1]: bytes 16777215..16777215, 1 byte");
  }

  /// Nothing is to be moved, however long the other axes are.
  @ParameterizedTest
  @EnumSource
  void anEmptyShapeIsSplitAlongAnyAxis(ElementType type) {
    for (long[] extents :
        new long[][] {{HUGE, HUGE, 0}, {HUGE, 0, HUGE}, {0, 0, Long.MAX_VALUE}, {3, 0, 5}}) {
      for (int axis = 0; axis < 3; axis++) {
        for (Cut cut :
            List.of(
                Cut.byLengths(0, -1, 0),
                Cut.nearlyEqual(3),
                Cut.atIndices(1, -1),
                Cut.intoEqualParts(1),
                Cut.inChunksOf(1L << 61))) {
          requireEmpty(SplitPlan.of(Layout.of(type, extents), axis, cut));
        }
      }
    }
  }

  private static void requireEmpty(SplitPlan plan) {
    Geometry loops = plan.geometry();
    assertThat(new long[] {plan.rows(), loops.rows(), loops.row(), loops.pieces()}).containsOnly(0);
    assertThat(loops.levels()).isEmpty();
    assertThat(plan.slab(0).partCount()).isEqualTo(plan.partCount());
    assertThat(plan.toString()).contains("0 rows of 0 ").contains("]: empty");
    plan.parts().forEach(SplitPlanTest::requireEmpty);
    assertThat(Arrays.stream(plan.lengths()).sum())
        .isEqualTo(plan.data().shape().extent(plan.axis()));
  }

  private static void requireEmpty(Part part) {
    assertThat(part.isEmpty()).isTrue();
    assertThat(part.arrayLength()).isZero();
    assertThat(part.isContiguous()).isTrue();
    assertThat(part.offset()).isZero();
    assertThat(part.type() == ElementType.STRING ? 0 : part.bytes()).isZero();
  }

  @Test
  void noPartsAndEmptyParts() {
    requireEmpty(plan("f32", "2,4", 1, "3,0,1").part(1));
    SplitPlan none = plan("f32", "4,0", 1, "");
    assertThat(none.parts()).isEmpty();
    assertThat(none.lengths()).isEmpty();
    assertThat(none.only()).isEqualTo(none);
    assertThat(none).hasToString("f32 [4, 0] along axis 1 into 0 parts: 0 rows of 0 bytes");
  }
}
