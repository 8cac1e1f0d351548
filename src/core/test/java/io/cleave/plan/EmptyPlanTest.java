package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        isEmpty(SplitPlan.byLengths(shape, type, axis, 0, -1, 0));
        isEmpty(SplitPlan.nearlyEqual(shape, type, axis, 3));
        isEmpty(SplitPlan.atIndices(shape, type, axis, 1, -1));
        isEmpty(SplitPlan.intoEqualParts(shape, type, axis, 1));
        isEmpty(SplitPlan.inChunksOf(shape, type, axis, 1L << 61));
      }
    }
  }

  private static void isEmpty(SplitPlan plan) {
    assertThat(plan.rows()).isZero();
    assertThat(plan.row()).isZero();
    assertThat(plan.isContiguous()).isTrue();
    assertThat(plan.unit()).isEqualTo(plan.type() == ElementType.STRING ? Unit.ELEMENT : Unit.BYTE);
    assertThat(plan.slab(0).rows()).isZero();
    assertThat(plan.slab(0).partCount()).isEqualTo(plan.partCount());
    assertThat(plan.toString()).contains("0 rows of 0 ").contains("]: empty");
    for (Part part : plan.parts()) {
      assertThat(part.isEmpty()).isTrue();
      assertThat(part.size()).isZero();
      assertThat(part.offset()).isZero();
      assertThat(part.shape()).isEqualTo(plan.shape().with(plan.axis(), part.length()));
    }
    assertThat(plan.parts().stream().mapToLong(Part::length).sum()).isEqualTo(plan.extent());
  }

  @Test
  void bytesAreNone() {
    SplitPlan plan = SplitPlan.byLengths(EMPTY.getFirst(), ElementType.F64, 0, 1, -1);
    assertThat(plan.bytes()).isZero();
    assertThat(plan.part(1).bytes()).isZero();
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(HUGE - 1, HUGE, 0));
  }

  @Test
  void anAxisOfLength0MayHaveNoParts() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 0), ElementType.F32, 1);
    assertThat(plan.partCount()).isZero();
    assertThat(plan.parts()).isEmpty();
    assertThat(plan.lengths()).isEmpty();
    assertThat(plan.isContiguous()).isTrue();
    assertThat(plan.only()).isEqualTo(plan);
    assertThat(plan).hasToString("f32 [4, 0] along axis 1 into 0 parts: 0 rows of 0 bytes");
  }

  @Test
  void anEmptyPartOfAFullPlanStandsWhereItsNeighboursMeet() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 4), ElementType.F32, 1, 3, 0, 1);
    Part part = plan.part(1);
    assertThat(part.isEmpty()).isTrue();
    assertThat(part.offset()).isEqualTo(12);
    assertThat(part.bytes()).isZero();
    assertThat(part.isContiguous()).isTrue();
    assertThat(part).hasToString("part 1 [2, 0]: empty");
  }
}
