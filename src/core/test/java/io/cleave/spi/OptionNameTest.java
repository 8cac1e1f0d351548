package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.opencl.session.Binding;
import io.cleave.text.Parsing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Names as options spell them, and what is said of those that are none.
class OptionNameTest {
  private static final String HOSTILE = "\u001b[2J\u202e\ud800\n" + "x".repeat(1000);
  private static final String QUOTED = "\"?[2J???" + "x".repeat(50) + "...\"";

  @ParameterizedTest
  @EnumSource
  void aBindingIsRead(Binding binding) {
    assertThat(Parsing.named("binding", Binding.values(), binding.toString())).isEqualTo(binding);
  }

  @ParameterizedTest
  @EnumSource
  void aRouteIsRead(Route route) {
    assertThat(Parsing.named("route", Route.values(), route.toString())).isEqualTo(route);
  }

  @Test
  void whatIsNoBindingIsQuotedOnOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parsing.named("binding", Binding.values(), HOSTILE))
        .withMessage("binding %s is not known; use one of auto lwjgl jocl", QUOTED);
  }

  @Test
  void whatIsNoRouteIsQuotedOnOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parsing.named("route", Route.values(), HOSTILE))
        .withMessage(
            "route %s is not known; use one of auto copies per-part fused compiled streamed"
                + " bits",
            QUOTED);
  }
}
