package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In which words it is said what OpenVINO makes of a split that is refused.
class OpenVinoFindingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,2 | f32 | ? | leaves the number of outputs open (index-type)
          6,2 | f32 | 2 | makes parts of [[?, ?], [?, ?]] (index-type)
          ... | f32 | 1 | makes parts of [...] (index-type)
          ''  | i64 | 2 | makes parts of [[], []] (scalar-data)
          """)
  void anAxisThatIsNotKnownIsNoPlaceToCut(
      String shape, String axis, String lengths, String answer) {
    Operation operation =
        new Operation.ByLengths(
            PartialShape.parse(shape),
            ElementType.F32,
            unknown(ElementType.parse(axis), ""),
            unknown(ElementType.I64, lengths));
    Finding finding = OpenVinoFindings.refused(operation, "so it is");
    assertThat(finding.severity()).isEqualTo(Finding.Severity.WRONG);
    assertThat(finding.text()).isEqualTo("so it is; OpenVINO accepts that and " + answer);
  }

  private static IntegerInput unknown(ElementType type, String shape) {
    return IntegerInput.unknown(type, PartialShape.parse(shape));
  }
}
