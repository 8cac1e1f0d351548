package io.cleave.ir.infer;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.operation.PartialShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which shapes go together.
class ShapesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,4   | 6,4   | true
          6,4   | 6     | false
          6,4   | ...   | true
          6,4   | ?,4   | true
          6,4   | 2..5,4 | false
          6,4   | 6,5.. | false
          2..5  | 5..   | true
          2..4  | 5..   | false
          """)
  void agreeIfSomeShapeFitsBoth(String one, String other, boolean agree) {
    PartialShape a = PartialShape.parse(one);
    PartialShape b = PartialShape.parse(other);
    assertThat(Shapes.agree(a, b)).isEqualTo(agree);
    assertThat(Shapes.agree(b, a)).isEqualTo(agree);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ?,4   | 6,?    | [6, 4]
          ...   | 6,?    | [6, ?]
          ?,4   | ...    | [?, 4]
          ?,4   | 6,5    | [?, 4]
          ?,4   | 6      | [?, 4]
          2..,? | 3,4    | [2.., 4]
          """)
  void takeWhatIsOpenFromTheOther(String shape, String from, String filled) {
    assertThat(Shapes.fill(PartialShape.parse(shape), PartialShape.parse(from)))
        .hasToString(filled);
  }
}
