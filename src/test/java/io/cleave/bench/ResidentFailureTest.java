package io.cleave.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each call of the port fails in turn while data on a device is split or copied: the failure is
/// told, and memory and session are given back.
class ResidentFailureTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(40, 12), ElementType.U8, 1, 4, 8);

  @AutoClose private final Arena arena = Arena.ofConfined();
  private final MemorySegment data = arena.allocate(PLAN.bytes());

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void splitsGiveBackWhatTheyTook(boolean gone) {
    // Memory of the data and of the parts, the transfer, two slices, the kernel, the launch.
    requireAllGivenBack(
        session -> Resident.Splitting.of(session, RouteName.FUSED, PLAN, data), gone, 12);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesGiveBackWhatTheyTook(boolean gone) {
    requireAllGivenBack(session -> ResidentCopy.Copying.of(session, data), gone, 8);
  }

  private static void requireAllGivenBack(
      Function<FakeSession, Run> opener, boolean gone, int least) {
    int n = 0;
    FakeSession session;
    do {
      n++;
      session = FakeSession.outOfOrder(n);
      if (gone) {
        session.faults.failFrom(n, -5);
      } else {
        session.faults.failAt(n);
      }
      requireToldAndGivenBack(session, opener);
    } while (!session.faults.failed().isEmpty());
    assertThat(n).isGreaterThan(least);
  }

  private static void requireToldAndGivenBack(
      FakeSession session, Function<FakeSession, Run> opener) {
    Throwable failure =
        catchThrowable(
            () -> {
              try (Run run = opener.apply(session)) {
                run.once();
              }
            });
    String call = session.faults.failed();
    if (call.isEmpty()) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure).as(call).isInstanceOf(OpenClException.class);
    }
    assertThat(session.live()).as(call).isZero();
    assertThat(session.isClosed()).as(call).isTrue();
  }
}
