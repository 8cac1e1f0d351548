package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.limit.InputLimits;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LimitCheckTest {
  private static final byte[] INPUT = {1, 2, 3};

  @Test
  void aLimitMayRefuse() {
    assertThatCode(() -> LimitCheck.of(INPUT, LimitCheckTest::refused)).doesNotThrowAnyException();
  }

  private static String refused(InputLimits limits) {
    if (!limits.equals(InputLimits.none())) {
      throw new IllegalArgumentException("x" + LimitCheck.BY_LIMIT + "1");
    }
    return "read";
  }

  @Test
  void aLimitMayNotChangeWhatIsRead() {
    assertThatThrownBy(() -> LimitCheck.of(INPUT, InputLimits::toString))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("without: InputLimits[");
  }

  /// One that is refused within limits is, without, too, unless by a limit.
  @Test
  void whatIsRefusedMayNotDependOnALimit() {
    LimitCheck.Reader reader =
        limits -> {
          throw new IllegalArgumentException(limits.toString());
        };
    assertThatThrownBy(() -> LimitCheck.of(INPUT, reader)).isInstanceOf(AssertionError.class);
  }

  /// Each input has limits of its own, and the same ones each time.
  @Test
  void limitsAreDrawnByTheInput() throws Exception {
    Set<InputLimits> drawn = new HashSet<>();
    for (int round = 0; round < 2; round++) {
      for (byte i = 0; i < 100; i++) {
        LimitCheck.of(
            new byte[] {i},
            limits -> {
              drawn.add(limits);
              return "read";
            });
      }
    }
    assertThat(drawn).hasSizeBetween(60, 101);
    assertThat(drawn).anyMatch(limits -> limits.header() < 100);
    assertThat(drawn).anyMatch(limits -> limits.data() == Long.MAX_VALUE && limits.header() < 5000);
  }
}
