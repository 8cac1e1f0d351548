package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final Route.Step FIRST = new Route.Step("copy part 0", "it is one piece");
  private static final Route.Step SECOND = new Route.Step("launch \"rows\"", "100% of it is small");

  @Test
  void printsEachStepWithItsReason() {
    assertThat(new Route("per-part", "few parts", List.of(FIRST, SECOND)))
        .hasToString(
            """
            route per-part (few parts)
              copy part 0 (it is one piece)
              launch "rows" (100% of it is small)\
            """);
  }

  @Test
  void isAValueThatNobodyCanChange() {
    List<Route.Step> steps = new ArrayList<>(List.of(FIRST));
    Route route = new Route("fused", "many parts", steps);
    steps.add(SECOND);
    assertThat(route).isEqualTo(new Route("fused", "many parts", List.of(FIRST)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> route.steps().add(SECOND));
  }
}
