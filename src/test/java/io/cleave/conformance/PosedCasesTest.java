package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PosedCasesTest {
  private final List<PosedCase> posed = new ArrayList<>();

  private long pose(String... lines) throws IOException {
    return PosedCases.forEach(Trials.source(String.join("\n", lines)), posed::add);
  }

  @Test
  void aCaseIsPosedWithItsData() throws IOException {
    assertThat(pose(Trials.GOOD, Trials.EQUAL)).isZero();
    assertThat(posed).extracting(PosedCase::id).containsExactly("good", "equal");
    assertThat(posed.getFirst().operation().type()).isEqualTo(ElementType.F32);
    ByteBuffer data = ByteBuffer.wrap(posed.getFirst().data().orElseThrow());
    for (int i = 0; i < 6; i++) {
      assertThat(data.order(ByteOrder.nativeOrder()).getFloat()).isEqualTo(i);
    }
    assertThat(data.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f32            | string",
        "'[4],\"data\"' | '[-1],\"data\"'",
        "'[4],\"data\"' | '[3],\"data\"'",
        "'[4],\"data\"' | '[1099511627776],\"data\"'"
      })
  void whatHasNoBytesIsPosedWithoutThem(String part, String by) throws IOException {
    assertThat(Trials.EQUAL).contains(part);
    assertThat(pose(Trials.EQUAL.replace(part, by))).isZero();
    assertThat(posed).hasSize(1);
    assertThat(posed.getFirst().data()).isEmpty();
  }

  @Test
  void namesCannotCommandATerminal() throws IOException {
    pose(Trials.GOOD.replace("good", "g\\u001b[31m\\u202eo"));
    assertThat(posed).extracting(PosedCase::id).containsExactly("g?[31m?o");
  }

  @Test
  void numbersOfAnySizeAreNoFault() throws IOException {
    String huge = Trials.GOOD.replace("\"value\":1,", "\"value\":1000e2147483646,");
    assertThat(pose(huge, Trials.GOOD)).isEqualTo(1);
  }

  @Test
  void whatCannotBeSaidIsCounted() throws IOException {
    String none = Trials.EQUAL.replace("[4],\"data\"", "[-5],\"data\"");
    assertThat(pose(none, Trials.GOOD, none)).isEqualTo(2);
    assertThat(posed).extracting(PosedCase::id).containsExactly("good");
  }
}
