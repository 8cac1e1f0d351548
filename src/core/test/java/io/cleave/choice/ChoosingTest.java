package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Names of ways to choose, and what is said of one that is none.
class ChoosingTest {
  @ParameterizedTest
  @EnumSource
  void aWayIsRead(Choosing way) {
    assertThat(Choosing.parse(way.toString())).isEqualTo(way);
  }

  @Test
  void whatIsNoWayIsQuotedOnOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Choosing.parse("\u001b[2J\u202e\ud800\n" + "x".repeat(1000)))
        .withMessage(
            "\"?[2J???%s...\" is no way to choose; use one of measure fixed", "x".repeat(50));
  }
}
