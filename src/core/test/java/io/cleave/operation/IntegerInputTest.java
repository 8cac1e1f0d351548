package io.cleave.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Refusal;
import io.cleave.TableTest;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntegerInputTest {

  @TableTest(
      """
      I4  | -8                   | 7
      I8  | -128                 | 127
      I16 | -32768               | 32767
      I32 | -2147483648          | 2147483647
      I64 | -9223372036854775808 | 9223372036854775807
      U4  | 0                    | 15
      U8  | 0                    | 255
      U16 | 0                    | 65535
      U32 | 0                    | 4294967295
      U64 | 0                    | 9223372036854775807
      """)
  void holdsWhatItsTypeHolds(ElementType type, long min, long max) {
    assertThat(IntegerInput.vector(type, min, max).values()).containsExactly(min, max);
    if (min != Long.MIN_VALUE) {
      refuses(type, min, max, min - 1);
      refuses(type, min, max, Long.MIN_VALUE);
    }
    if (max != Long.MAX_VALUE) {
      refuses(type, min, max, max + 1);
      refuses(type, min, max, Long.MAX_VALUE);
    }
  }

  private static void refuses(ElementType type, long min, long max, long value) {
    Refusal.refuses(
        () -> IntegerInput.scalar(type, value),
        "%s holds %s to %s, not %s".formatted(type, min, max, value));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 2", "3, 4", "2, 0"})
  void needsAsManyValuesAsItsShapeHolds(int given, long extent) {
    if (given != extent) {
      Refusal.refuses(
          () -> IntegerInput.of(ElementType.I64, Shape.of(extent), new long[given]),
          "an input of shape [%s] needs %s values; %s are given".formatted(extent, extent, given));
    }
    assertThat(IntegerInput.vector(ElementType.I64, new long[given]).shape())
        .hasToString("[" + given + "]");
  }

  @Test
  void isAValueThatNobodyCanChange() {
    long[] values = {1, 2};
    IntegerInput input = IntegerInput.vector(ElementType.I64, values);
    values[0] = 9;
    input.values()[1] = 9;
    IntegerInput same = IntegerInput.of(ElementType.I64, Shape.of(2), 1, 2);
    assertThat(input).isEqualTo(same).hasSameHashCodeAs(same);
  }

  @Test
  void unknownValuesCannotBeRead() {
    IntegerInput unknown = IntegerInput.unknown(ElementType.I64, PartialShape.unknownRank());
    assertThat(unknown.isKnown()).isFalse();
    assertThat(unknown.type()).isEqualTo(ElementType.I64);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(unknown::values)
        .withMessage("the values are not known; ask isKnown() first");
  }
}
