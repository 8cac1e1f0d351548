package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows, offsets and runs, and what they count, on examples that can be checked by eye.
class SplitPlanUnitTest {

  static SplitPlan plan(String type, String shape, int axis, String lengths) {
    return SplitPlan.of(
        Layout.of(ElementType.parse(type), Shape.parse(shape)),
        axis,
        Cut.byLengths(WaysToCutTest.numbers(lengths)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32     | 4,6,8 | 1 | 2,4   | BYTE    | 4  | 192 | 0+64 64+128
          f32     | 4,6,8 | 0 | 1,3   | BYTE    | 1  | 768 | 0+192 192+576
          f32     | 4,6,8 | 2 | 8     | BYTE    | 24 | 32  | 0+32
          f64     | 3     | 0 | 0,3,0 | BYTE    | 1  | 24  | 0+24
          boolean | 2,3   | 1 | 1,2   | BYTE    | 2  | 3   | 0+1 1+2
          f16     | 2,3   | 1 | 1,2   | BYTE    | 2  | 6   | 0+2 2+4
          u4      | 3,4   | 1 | 2,2   | BYTE    | 3  | 2   | 0+1 1+1
          u4      | 3,4   | 1 | 1,3   | BIT     | 3  | 16  | 0+4 4+12
          u4      | 3,3   | 1 | 3     | BIT     | 3  | 12  | 0+12
          u4      | 3,3   | 0 | 2,1   | BIT     | 1  | 36  | 0+24 24+12
          i4      | 3,3,2 | 1 | 1,2   | BYTE    | 3  | 3   | 0+1 1+2
          u3      | 2,8   | 0 | 1,1   | BYTE    | 1  | 6   | 0+3 3+3
          u3      | 2,8   | 1 | 4,4   | BIT     | 2  | 24  | 0+12 12+12
          u6      | 8     | 0 | 4,4   | BYTE    | 1  | 6   | 0+3 3+3
          u1      | 16    | 0 | 8,8   | BYTE    | 1  | 2   | 0+1 1+1
          u1      | 9     | 0 | 8,1   | BIT     | 1  | 9   | 0+8 8+1
          u1      | 9     | 0 | 9     | BIT     | 1  | 9   | 0+9
          nf4     | 2     | 0 | 1,1   | BIT     | 1  | 8   | 0+4 4+4
          string  | 2,3,2 | 1 | 1,2   | ELEMENT | 2  | 6   | 0+2 2+4
          """)
  void countsTheCoarsestUnitThatFits(
      String type,
      String shape,
      int axis,
      String lengths,
      Unit unit,
      long rows,
      long row,
      String runs) {
    SplitPlan plan = plan(type, shape, axis, lengths);
    Geometry loops = plan.geometry();
    assertThat(loops.unit()).isEqualTo(unit);
    assertThat(loops.rows()).isEqualTo(rows).isEqualTo(plan.rows());
    assertThat(loops.row()).isEqualTo(row);
    assertThat(
            IntStream.range(0, loops.pieces()).mapToObj(i -> loops.offset(i) + "+" + loops.run(i)))
        .containsExactly(runs.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          u4  | 3,4 | 1 | 1,3 | 6 | 2 5
          u4  | 3,3 | 0 | 2,1 | 5 | 3 2
          u3  | 3   | 0 | 1,2 | 2 | 1 1
          u1  | 9   | 0 | 8,1 | 2 | 1 1
          f32 | 2,3 | 1 | 1,2 | 24 | 8 16
          """)
  void bytesAreWholeOnes(
      String type, String shape, int axis, String lengths, long bytes, String parts) {
    SplitPlan plan = plan(type, shape, axis, lengths);
    assertThat(plan.data().bytes()).isEqualTo(bytes);
    assertThat(plan.parts().stream().map(part -> Long.toString(part.bytes())))
        .containsExactly(parts.split(" "));
  }

  @Test
  void stringsHaveNoBytes() {
    SplitPlan plan = plan("string", "2,3", 1, "1,2");
    String message = "strings have no size in bytes; count elements instead";
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(plan.data()::bytes)
        .withMessage(message);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(plan.part(1)::bytes)
        .withMessage(message);
    assertThat(plan.part(1).arrayLength()).isEqualTo(4);
  }
}
