package io.cleave.ir.infer;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.operation.PartialShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What shapes tell of lengths.
class PortLengthsTest {
  private static List<PartialShape> shapes(String text) {
    return Stream.of(text.split(" ")).map(PartialShape::parse).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,16,4 | 1,8,4 1,4,4 1,4,4     | [8, 4, 4]
          6      | 6                     | [6]
          6      | 4 2 0                 | [4, 2, 0]
          ?,16,4 | ?,8,4 ?,8,4           | [8, 8]
          1,?,4  | 1,8,4 1,3,4           | [8, 3]
          2,9..,3 | 2,8,3 2,3,3          | [8, 3]
          2..4,6 | 2..4,5 2..4,1         | [5, 1]
          0,4    | 0,4 0,4               | [0, 0]
          6,4    | 6,4 6,0               | [4, 0]
          0..,4  | 0..,4 0..,0           | [4, 0]
          """)
  void areTheLengthsAlongTheOnlyAxis(String data, String parts, String lengths) {
    assertThat(PortLengths.of(PartialShape.parse(data), shapes(parts)).map(Arrays::toString))
        .contains(lengths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,4    | 6,4                   | any axis may be the one of a single part
          6,4    | 3,2 3,2               | cut along both
          6,4    | 3,4 6,2               | each cut along another
          6,4    | 6,4 6,4               | each is all of the data
          6,4    | 3,4 4,4               | too much
          6,4    | 3,4 2,4               | too little
          12..,4 | 3,4                   | too little for an interval
          ?,4    | 2,4 ?,4               | a length is open
          6,?    | 3,4 3,4               | the other extent is open
          ...    | 3,4 3,4               | the data has no rank
          6,4    | 3,4 ...               | a part has none
          6,4    | 3,4 3,4,1             | a part has another
          9223372036854775807,1 | 9223372036854775807,1 9223372036854775807,1 | more than any extent
          """)
  void mayNotSayEnough(String data, String parts, String why) {
    assertThat(PortLengths.of(PartialShape.parse(data), shapes(parts))).as(why).isEmpty();
  }

  @Test
  void areNoneOfNoParts() {
    assertThat(PortLengths.of(PartialShape.parse("6"), List.of())).isEmpty();
    assertThat(PortLengths.of(PartialShape.parse("0"), List.of())).isEmpty();
  }
}
