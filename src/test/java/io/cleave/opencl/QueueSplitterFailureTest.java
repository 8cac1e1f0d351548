package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each call of the port fails in turn, in everything that a splitter on the user's queue does: the
/// failure is told, nothing is lost, nothing of the user's is given back, and the next try works.
@Timeout(60)
class QueueSplitterFailureTest {
  private static final SplitPlan ROWS =
      SplitPlan.byLengths(Shape.of(6, 10), ElementType.F32, 1, 3, 0, 7);

  /// Each of its parts is one piece, and may be viewed.
  private static final SplitPlan PIECES =
      SplitPlan.byLengths(Shape.of(12, 16), ElementType.F32, 0, 2, 4, 6);

  private static final SplitPlan BITS =
      SplitPlan.byLengths(Shape.of(7, 5), ElementType.U4, 1, 2, 3);

  /// More parts than one launch has arguments for.
  private static final SplitPlan MANY =
      SplitPlan.intoEqualParts(Shape.of(3, 70), ElementType.U8, 1, 70);

  /// Something that is done with a splitter.
  interface Use {
    void run(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device);
  }

  @SuppressWarnings("ImmutableEnumChecker") // plans and uses are immutable
  enum Operation {
    AUTO(RouteName.AUTO, ROWS, QueueSplitterFailureTest::separate),
    AUTO_PACKED(RouteName.AUTO, ROWS, QueueSplitterFailureTest::packed),
    COPIES(RouteName.COPIES, PIECES, QueueSplitterFailureTest::separate),
    COPIES_PACKED(RouteName.COPIES, PIECES, QueueSplitterFailureTest::packed),
    PER_PART(RouteName.PER_PART, ROWS, QueueSplitterFailureTest::separate),
    FUSED(RouteName.FUSED, ROWS, QueueSplitterFailureTest::separate),
    FUSED_MANY(RouteName.FUSED, MANY, QueueSplitterFailureTest::separate),
    FUSED_PACKED(RouteName.FUSED, ROWS, QueueSplitterFailureTest::packed),
    COMPILED(RouteName.COMPILED, ROWS, QueueSplitterFailureTest::separate),
    BIT_BY_BIT(RouteName.BITS, BITS, QueueSplitterFailureTest::separate),
    VIEW(RouteName.AUTO, PIECES, QueueSplitterFailureTest::view),
    PREPARE(RouteName.FUSED, MANY, (splitter, device) -> splitter.prepare(device.plan()));

    private final RouteName route;
    private final SplitPlan plan;
    private final Use use;

    Operation(RouteName route, SplitPlan plan, Use use) {
      this.route = route;
      this.plan = plan;
      this.use = use;
    }
  }

  private static void separate(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    List<@Nullable Region<FakeMemory>> parts = device.separate(3);
    FakeEvent gate = new FakeEvent("the gate");
    FakeEvent done;
    try {
      done = splitter.enqueue(device.plan(), device.data(), parts, List.of(gate));
    } finally {
      gate.end(0);
    }
    finish(device.session(), done);
    device.requireSplit(parts);
  }

  private static void packed(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    try (DeviceParts<FakeMemory> parts = splitter.allocate(device.plan())) {
      FakeEvent done = splitter.enqueue(device.plan(), device.data(), parts, List.of());
      finish(device.session(), done);
      device.requireSplit(parts);
    }
  }

  private static void view(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    try (DeviceParts<FakeMemory> parts = splitter.view(device.plan(), device.data())) {
      device.requireSplit(parts);
    }
  }

  /// What the user does; it does not fail here.
  private static void finish(FakeSession session, FakeEvent event) {
    session.faults.pause();
    session.await(event);
    session.release(event);
    session.faults.resume();
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingWhicheverCallFails(Operation operation) {
    int n = 1;
    while (failsAtCall(n, operation, FakeSession.outOfOrder(n))) {
      n++;
    }
    assertThat(n).as("calls that were made to fail").isGreaterThan(3);
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingInOrderEither(Operation operation) {
    int n = 1;
    while (failsAtCall(n, operation, FakeSession.inOrder(n))) {
      n++;
    }
    assertThat(n).as("calls that were made to fail").isGreaterThan(3);
  }

  private static boolean failsAtCall(int n, Operation operation, FakeSession session) {
    QueueSplitter<FakeMemory, FakeEvent> splitter = new QueueSplitter<>(session, operation.route);
    long dataAt = operation == Operation.VIEW ? 128 : 5;
    FakeDevice device = FakeDevice.with(session, operation.plan, dataAt);
    session.faults.failAt(n);
    Throwable failure = catchThrowable(() -> operation.use.run(splitter, device));
    session.faults.stop();
    boolean failed = !session.faults.failed().isEmpty();
    if (failed) {
      assertThat(failure)
          .as("call %d", n)
          .isInstanceOf(OpenClException.class)
          .hasMessage(session.faults.message());
    } else {
      assertThat(failure).isNull();
    }
    requireWorking(operation, splitter, device);
    splitter.close();
    assertThat(session.live())
        .as("left when call %d (%s) failed", n, session.faults.failed())
        .isZero();
    return failed;
  }

  /// Everything that is kept was made by what succeeded: a second try adds nothing after a third.
  private static void requireWorking(
      Operation operation, QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    operation.use.run(splitter, device);
    int live = device.session().live();
    operation.use.run(splitter, device);
    assertThat(device.session().live()).isEqualTo(live);
  }

  @ParameterizedTest
  @EnumSource
  void closesAllWhicheverCallFails(Operation operation) {
    int n = 1;
    while (failsToCloseAtCall(n, operation)) {
      n++;
    }
    assertThat(n).as("calls that were made to fail").isGreaterThan(1);
  }

  private static boolean failsToCloseAtCall(int n, Operation operation) {
    FakeSession session = FakeSession.outOfOrder(n);
    QueueSplitter<FakeMemory, FakeEvent> splitter = new QueueSplitter<>(session, operation.route);
    long dataAt = operation == Operation.VIEW ? 128 : 5;
    operation.use.run(splitter, FakeDevice.with(session, operation.plan, dataAt));
    session.faults.failAt(n);
    Throwable failure = catchThrowable(splitter::close);
    session.faults.stop();
    boolean failed = !session.faults.failed().isEmpty();
    if (failed) {
      assertThat(failure).isInstanceOf(OpenClException.class).hasMessage(session.faults.message());
    } else {
      assertThat(failure).isNull();
    }
    assertThat(session.live()).isZero();
    assertThat(session.isClosed()).isTrue();
    splitter.close();
    return failed;
  }

  @ParameterizedTest
  @EnumSource
  void givesPartsBackWhicheverCallFails(Operation operation) {
    FakeSession session = FakeSession.outOfOrder(1);
    try (QueueSplitter<FakeMemory, FakeEvent> splitter =
        new QueueSplitter<>(session, operation.route)) {
      for (int n = 1; n <= operation.plan.partCount(); n++) {
        DeviceParts<FakeMemory> parts = splitter.allocate(operation.plan);
        session.faults.failAt(n);
        Throwable failure = catchThrowable(parts::close);
        session.faults.stop();
        assertThat(failure).isInstanceOf(OpenClException.class);
        assertThat(session.live()).isZero();
      }
    }
  }

  /// The user's own gate may be what a command waits for that was queued before the failure.
  @ParameterizedTest
  @EnumSource(names = {"COPIES", "PER_PART"})
  void doesNotWaitForAGateWhenALaterCommandFails(Operation operation) {
    FakeSession session = FakeSession.outOfOrder(1);
    try (QueueSplitter<FakeMemory, FakeEvent> splitter =
        new QueueSplitter<>(session, operation.route)) {
      splitter.prepare(operation.plan);
      FakeDevice device = FakeDevice.with(session, operation.plan, 0);
      List<@Nullable Region<FakeMemory>> parts = device.separate(0);
      FakeEvent gate = new FakeEvent("the gate");
      int calls = callsOf(splitter, device, parts);
      session.faults.failAt(calls);
      Throwable failure =
          catchThrowable(
              () -> splitter.enqueue(operation.plan, device.data(), parts, List.of(gate)));
      session.faults.stop();
      assertThat(failure).isInstanceOf(OpenClException.class);
      assertThat(session.liveEvents()).isZero();
      gate.end(0);
    }
  }

  /// The calls up to the last command.
  private static int callsOf(
      QueueSplitter<FakeMemory, FakeEvent> splitter,
      FakeDevice device,
      List<@Nullable Region<FakeMemory>> parts) {
    FakeSession session = device.session();
    session.faults.failAt(Integer.MAX_VALUE);
    finish(session, splitter.enqueue(device.plan(), device.data(), parts, List.of()));
    int[] afterwards = {1, Math.toIntExact(parts.stream().filter(part -> part != null).count())};
    // A marker, and the release of each command's event.
    return session.faults.calls() - Arrays.stream(afterwards).sum();
  }
}
