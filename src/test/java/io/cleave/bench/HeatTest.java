package io.cleave.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeatTest {
  private static final Subject SUBJECT =
      new Subject("X", "", SplitPlan.byLengths(Shape.of(1000), ElementType.U8, 0, 400, 600));

  private static final Measurement COPY = measured(Role.COPY, "copy, 1 thread", 0.1);
  private static final Measurement SLOW_COPY = measured(Role.COPY, "copy, 2 threads", 0.2);
  private static final Measurement SPLITTER = measured(Role.SPLITTER, "fused", 0.125);
  private static final Measurement PEER = measured(Role.PEER, "2 threads", 0.25);

  @Test
  void comparesWithTheFastest() {
    Heat heat = new Heat(SUBJECT, List.of(SLOW_COPY, COPY, SPLITTER, PEER), List.of());
    assertThat(heat.ratio(SPLITTER, Role.COPY)).contains(0.8);
    assertThat(heat.ratio(SPLITTER, Role.PEER)).contains(2.0);
    assertThat(heat.ratio(SLOW_COPY, Role.COPY)).contains(0.5);
  }

  @Test
  void comparesWithNobodyWhereThereIsNone() {
    Heat alone = new Heat(SUBJECT, List.of(SPLITTER), List.of());
    assertThat(alone.ratio(SPLITTER, Role.COPY)).isEmpty();
  }

  private static Measurement measured(Role role, String route, double seconds) {
    return new Measurement(role, new Label("cpu", "", route), seconds, SUBJECT.bytes());
  }
}
