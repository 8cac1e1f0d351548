package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Nothing to move, however long the other axes are.
class EmptyPlanTest {
  private static final long HUGE = 1L << 62;

  private static final List<Shape> EMPTY =
      List.of(
          Shape.of(HUGE, HUGE, 0),
          Shape.of(HUGE, 0, HUGE),
          Shape.of(0, HUGE, HUGE),
          Shape.of(0, 0, HUGE),
          Shape.of(Long.MAX_VALUE, Long.MAX_VALUE, 0),
          Shape.of(3, 0, 5));

  @ParameterizedTest
  @EnumSource
  void anEmptyShapeIsSplitAlongAnyAxis(ElementType type) {
    for (Shape shape : EMPTY) {
      for (int axis = 0; axis < shape.rank(); axis++) {
        isEmpty(SplitPlan.of(Layout.of(type, shape), axis, Cut.byLengths(0, -1, 0)));
        isEmpty(SplitPlan.of(Layout.of(type, shape), axis, Cut.nearlyEqual(3)));
        isEmpty(SplitPlan.of(Layout.of(type, shape), axis, Cut.atIndices(1, -1)));
        isEmpty(SplitPlan.of(Layout.of(type, shape), axis, Cut.intoEqualParts(1)));
        isEmpty(SplitPlan.of(Layout.of(type, shape), axis, Cut.inChunksOf(1L << 61)));
      }
    }
  }

  private static void isEmpty(SplitPlan plan) {
    assertThat(plan.rows()).isZero();
    Geometry loops = plan.geometry();
    assertThat(loops.rows()).isZero();
    assertThat(loops.row()).isZero();
    assertThat(loops.pieces()).isZero();
    assertThat(loops.levels()).isEmpty();
    assertThat(loops.unit())
        .isEqualTo(plan.partType() == ElementType.STRING ? Unit.ELEMENT : Unit.BYTE);
    assertThat(plan.slab(0).rows()).isZero();
    assertThat(plan.slab(0).partCount()).isEqualTo(plan.partCount());
    assertThat(plan.toString()).contains("0 rows of 0 ").contains("]: empty");
    for (Part part : plan.parts()) {
      assertThat(part.isEmpty()).isTrue();
      assertThat(part.arrayLength()).isZero();
      assertThat(part.isContiguous()).isTrue();
      assertThat(part.offset()).isZero();
      assertThat(part.shape())
          .isEqualTo(plan.data().shape().with(plan.axis(), plan.lengths()[part.index()]));
    }
    assertThat(LongStream.of(plan.lengths()).sum())
        .isEqualTo(plan.data().shape().extent(plan.axis()));
  }

  @Test
  void bytesAreNone() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.F64, EMPTY.getFirst()), 0, Cut.byLengths(1, -1));
    assertThat(plan.data().bytes()).isZero();
    assertThat(plan.part(1).bytes()).isZero();
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(HUGE - 1, HUGE, 0));
  }

  @Test
  void anAxisOfLength0MayHaveNoParts() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 4, 0), 1, Cut.byLengths());
    assertThat(plan.partCount()).isZero();
    assertThat(plan.parts()).isEmpty();
    assertThat(plan.lengths()).isEmpty();
    assertThat(plan.only()).isEqualTo(plan);
    assertThat(plan).hasToString("f32 [4, 0] along axis 1 into 0 parts: 0 rows of 0 bytes");
  }

  @Test
  void anEmptyPartOfAFullPlanStandsNowhere() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 2, 4), 1, Cut.byLengths(3, 0, 1));
    Part part = plan.part(1);
    assertThat(part.isEmpty()).isTrue();
    assertThat(part.offset()).isZero();
    assertThat(part.bytes()).isZero();
    assertThat(part.isContiguous()).isTrue();
    assertThat(part).hasToString("part 1 [2, 0]: empty");
  }
}
