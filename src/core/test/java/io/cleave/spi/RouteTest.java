package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final RouteExplanation.Step FIRST =
      new RouteExplanation.Step("copy part 0", "it is one piece");
  private static final RouteExplanation.Step SECOND =
      new RouteExplanation.Step("launch \"rows\"", "100% of it is small");

  @Test
  void printsEachStepWithItsReason() {
    assertThat(new RouteExplanation("per-part", "few parts", List.of(FIRST, SECOND)))
        .hasToString(
            """
            route per-part (few parts)
              copy part 0 (it is one piece)
              launch "rows" (100% of it is small)\
            """);
  }

  @Test
  void isAValueThatNobodyCanChange() {
    List<RouteExplanation.Step> steps = new ArrayList<>(List.of(FIRST));
    RouteExplanation route = new RouteExplanation("fused", "many parts", steps);
    steps.add(SECOND);
    assertThat(route).isEqualTo(new RouteExplanation("fused", "many parts", List.of(FIRST)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> route.steps().add(SECOND));
  }
}
