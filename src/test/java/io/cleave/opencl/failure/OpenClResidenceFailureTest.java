package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Tensor;
import io.cleave.conformance.NaiveSplit;
import io.cleave.opencl.OpenClResidence;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each call of the port fails in turn while a tensor is placed on a device, split there and read,
/// and each command ends in an error: the failure is told, no command touches the host's memory
/// afterwards, nothing is lost, and the next try works.
@Timeout(120)
class OpenClResidenceFailureTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(16, 12), ElementType.F32, 1, 3, 0, 9);

  private static final SplitPlan ROWS =
      SplitPlan.byLengths(Shape.of(16, 12), ElementType.F32, 0, 3, 0, 13);

  @SuppressWarnings("ImmutableEnumChecker") // plans are immutable
  enum Way {
    /// All parts in one buffer.
    PACKED(PLAN, RouteName.FUSED, 1 << 20),
    /// A buffer for each part, since none holds all.
    SEPARATE(PLAN, RouteName.PER_PART, 800),
    /// Nothing is split.
    VIEW(ROWS, RouteName.AUTO, 1 << 20),
    COPIES(ROWS, RouteName.COPIES, 1 << 20);

    private final SplitPlan plan;
    private final RouteName route;
    private final long largest;

    Way(SplitPlan plan, RouteName route, long largest) {
      this.plan = plan;
      this.route = route;
      this.largest = largest;
    }

    OpenClResidence<FakeMemory, FakeEvent> open(FakeSession session) {
      return TestSplitters.residenceOn(session, route, largest);
    }

    /// Tensors are closed whatever fails.
    void run(OpenClResidence<FakeMemory, FakeEvent> residence, boolean isNative) {
      byte[] bytes = new byte[Math.toIntExact(plan.bytes())];
      new Random(4).nextBytes(bytes);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment heap = MemorySegment.ofArray(bytes);
        MemorySegment data = isNative ? arena.allocate(bytes.length, 64).copyFrom(heap) : heap;
        try (ResidentTensor whole = residence.place(new Tensor(plan.shape(), plan.type(), data))) {
          List<@Nullable ResidentTensor> parts = whole.split(plan);
          try {
            plan.parts().forEach(part -> read(part, parts, heap, arena));
          } finally {
            Failures failures = new Failures();
            parts.forEach(part -> failures.attempt(Objects.requireNonNull(part)::close));
            failures.throwFirst();
          }
        }
      }
    }

    private void read(
        Part part, List<@Nullable ResidentTensor> parts, MemorySegment data, Arena arena) {
      MemorySegment to = arena.allocate(part.bytes());
      Objects.requireNonNull(parts.get(part.index())).read(to);
      assertThat(to.toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(
              NaiveSplit.part(
                  data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingWhicheverCallFails(Way way) {
    InTurn.calls(9, (n, status) -> failsAtCall(n, status, way));
  }

  private static boolean failsAtCall(int n, int status, Way way) {
    FakeSession session = FakeSession.outOfOrder(n);
    OpenClResidence<FakeMemory, FakeEvent> residence = way.open(session);
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(() -> way.run(residence, n % 2 == 0));
    boolean failed = InTurn.requireTold(session, n, failure);
    requireWorking(session, residence, way);
    return failed;
  }

  @ParameterizedTest
  @EnumSource
  void tellsWhicheverCommandFails(Way way) {
    // At the least one that writes, and two that read.
    InTurn.commands(2, (n, status) -> endsBadly(n, status, way));
  }

  private static boolean endsBadly(int n, int status, Way way) {
    FakeSession session = FakeSession.outOfOrder(n);
    OpenClResidence<FakeMemory, FakeEvent> residence = way.open(session);
    session.faults.endBadly(n, status);
    Throwable failure = catchThrowable(() -> way.run(residence, n % 2 == 0));
    boolean failed = InTurn.requireEndTold(session, n, status, failure);
    requireWorking(session, residence, way);
    return failed;
  }

  private static void requireWorking(
      FakeSession session, OpenClResidence<FakeMemory, FakeEvent> residence, Way way) {
    assertThat(session.touchingTheDead()).isEmpty();
    assertThat(session.liveEvents()).isZero();
    way.run(residence, true);
    int live = session.live();
    way.run(residence, false);
    assertThat(session.live()).isEqualTo(live);
    residence.close();
    assertThat(session.live()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void closesAllWhicheverCallFails(Way way) {
    InTurn.calls(0, (n, status) -> failsToCloseAtCall(n, status, way));
  }

  private static boolean failsToCloseAtCall(int n, int status, Way way) {
    FakeSession session = FakeSession.outOfOrder(n);
    OpenClResidence<FakeMemory, FakeEvent> residence = way.open(session);
    way.run(residence, true);
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(residence::close);
    boolean failed = InTurn.requireTold(session, n, failure);
    assertThat(session.live()).isZero();
    assertThat(session.isClosed()).isTrue();
    return failed;
  }
}
