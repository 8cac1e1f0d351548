package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.choice.Verdict;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.ResidentRace;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.route.launch.KernelVariant;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A race of the routes of a device in memory, of which one fails.
@Timeout(60)
class ResidentRaceTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(6, 40), ElementType.F32, 1, 3, 7, 30);

  private final FakeSession session = FakeSession.outOfOrder(1);

  private List<RouteName> routes() {
    return new Router(session.facts())
        .candidates(PLAN, new Placement(0, Placement.Separate.AT_ZERO));
  }

  /// What a route compiles for the parts of the plan in buffers of their own.
  private static List<KernelVariant> kernels(RouteName route) {
    FakeSession other = FakeSession.outOfOrder(1);
    try (QueueSplitter<FakeMemory, FakeEvent> splitter = new QueueSplitter<>(other, route)) {
      splitter.prepare(PLAN);
    }
    return other.compiler().asked();
  }

  @Test
  void aRouteThatCannotBeCompiledTakesNoPart() {
    List<RouteName> routes = routes();
    assertThat(routes).hasSizeGreaterThan(1);
    List<KernelVariant> expected = kernels(routes.getFirst());
    session.compiler().refuse(kernel -> !expected.contains(kernel));
    try (ResidentRace<?, ?> race = new ResidentRace<>(session)) {
      for (Verdict verdict : race.run(PLAN, Duration.ofMillis(100))) {
        assertThat(verdict.winner()).isEqualTo(routes.getFirst().toString());
        assertThat(verdict.figures()).hasSizeGreaterThan(1);
        assertThat(verdict.figures().subList(1, verdict.figures().size()))
            .allSatisfy(
                figures ->
                    assertThat(figures.remark())
                        .startsWith("out: it failed: clBuildProgram failed with "));
      }
    }
    assertThat(session.live()).isZero();
  }

  @Test
  void withoutTheExpectedRouteThereIsNoRace() {
    List<KernelVariant> expected = kernels(routes().getFirst());
    session.compiler().refuse(expected::contains);
    try (ResidentRace<?, ?> race = new ResidentRace<>(session)) {
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> race.run(PLAN, Duration.ofMillis(100)))
          .withMessageContaining(expected.getFirst().name());
    }
    assertThat(session.live()).isZero();
  }

  @Test
  void losesNothingWhicheverCommandFails() {
    int failed = 0;
    while (fails(failed + 1)) {
      failed++;
    }
    assertThat(failed).isGreaterThan(10);
  }

  /// Nobody is timed: each way runs a few times.
  private static boolean fails(int n) {
    FakeSession session = FakeSession.outOfOrder(n);
    try (ResidentRace<?, ?> race = new ResidentRace<>(session)) {
      session.faults.endBadly(n, -5);
      Throwable failure = catchThrowable(() -> race.run(PLAN, Duration.ZERO));
      session.faults.stop();
      if (failure != null) {
        assertThat(failure).as("at %d", n).isInstanceOf(OpenClException.class);
      }
      assertThat(session.liveEvents()).as("at %d", n).isZero();
      race.run(PLAN, Duration.ZERO);
      int live = session.live();
      race.run(PLAN, Duration.ZERO);
      assertThat(session.live()).as("at %d", n).isEqualTo(live);
    }
    assertThat(session.live()).as("at %d", n).isZero();
    return !session.faults.failed().isEmpty();
  }
}
