package io.cleave.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.limit.InputLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Which limits are set.
class LimitOptionsTest {
  /// A command with limits.
  @Command
  private static final class Limited {
    @Mixin private final LimitOptions options = new LimitOptions();
  }

  private static InputLimits parsed(String... arguments) {
    Limited command = new Limited();
    new CommandLine(command).parseArgs(arguments);
    return command.options.limits();
  }

  @Test
  void whatIsNotNamedIsAsUsual() {
    InputLimits usual = InputLimits.usual();
    assertThat(parsed()).isEqualTo(usual);
    assertThat(parsed("--limit", "parts=3")).isEqualTo(usual.withParts(3));
    assertThat(parsed("--limit", "data=2M,header=1K"))
        .isEqualTo(usual.withHeader(1 << 10).withData(2 << 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "parts", "=3", "Parts=3", "part=3"})
  void noOtherIsKnown(String limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parsed("--limit=" + limit))
        .withMessage("--limit '%s' is none of header=BYTES, data=BYTES and parts=N", limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"data=-1", "header=", "parts=many", "data=99999999999T"})
  void whatIsNoNumberIsSaidOfItsLimit(String limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parsed("--limit=" + limit))
        .withMessage("--limit '%s' needs a number such as 4096, 64M or 2G behind its =", limit);
  }
}
