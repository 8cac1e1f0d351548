package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each call of the port fails in turn, with each status, in everything that a splitter on the
/// user's queue does: the failure is told, nothing is lost, nothing of the user's is given back,
/// and the next try works.
@Timeout(60)
class QueueSplitterFailureTest {
  @ParameterizedTest
  @EnumSource
  void losesNothingWhicheverCallFails(QueueOperation operation) {
    InTurn.calls(2, (n, status) -> failsAtCall(n, status, operation, FakeSession.outOfOrder(n)));
  }

  @ParameterizedTest
  @EnumSource
  void losesNothingInOrderEither(QueueOperation operation) {
    InTurn.calls(2, (n, status) -> failsAtCall(n, status, operation, FakeSession.inOrder(n)));
  }

  private static boolean failsAtCall(
      int n, int status, QueueOperation operation, FakeSession session) {
    QueueSplitter<FakeMemory, FakeEvent> splitter = operation.open(session);
    FakeDevice device = operation.device(session);
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(() -> operation.run(splitter, device));
    boolean failed = InTurn.requireTold(session, n, failure);
    requireWorking(operation, splitter, device);
    splitter.close();
    assertThat(session.live())
        .as("left when call %d (%s) failed", n, session.faults.failed())
        .isZero();
    return failed;
  }

  /// Everything that is kept was made by what succeeded: a second try adds nothing after a third.
  private static void requireWorking(
      QueueOperation operation, QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    operation.run(splitter, device);
    int live = device.session().live();
    operation.run(splitter, device);
    assertThat(device.session().live()).isEqualTo(live);
  }

  @ParameterizedTest
  @EnumSource
  void closesAllWhicheverCallFails(QueueOperation operation) {
    InTurn.calls(0, (n, status) -> failsToCloseAtCall(n, status, operation));
  }

  private static boolean failsToCloseAtCall(int n, int status, QueueOperation operation) {
    FakeSession session = FakeSession.outOfOrder(n);
    QueueSplitter<FakeMemory, FakeEvent> splitter = operation.open(session);
    operation.run(splitter, operation.device(session));
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(splitter::close);
    boolean failed = InTurn.requireTold(session, n, failure);
    assertThat(session.live()).isZero();
    assertThat(session.isClosed()).isTrue();
    splitter.close();
    return failed;
  }

  @ParameterizedTest
  @EnumSource
  void givesPartsBackWhicheverCallFails(QueueOperation operation) {
    FakeSession session = FakeSession.outOfOrder(1);
    try (QueueSplitter<FakeMemory, FakeEvent> splitter = operation.open(session)) {
      for (int n = 1; n <= operation.plan().partCount(); n++) {
        DeviceParts<FakeMemory> parts = splitter.allocate(operation.plan());
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
  void doesNotWaitForAGateWhenALaterCommandFails(QueueOperation operation) {
    FakeSession session = FakeSession.outOfOrder(1);
    try (QueueSplitter<FakeMemory, FakeEvent> splitter = operation.open(session)) {
      splitter.prepare(operation.plan());
      FakeDevice device = FakeDevice.with(session, operation.plan(), 0);
      List<@Nullable Region<FakeMemory>> parts = device.separate(0);
      FakeEvent gate = new FakeEvent("the gate");
      int calls = callsOf(splitter, device, parts);
      session.faults.failAt(calls);
      Throwable failure =
          catchThrowable(
              () -> splitter.enqueue(operation.plan(), device.data(), parts, List.of(gate)));
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
    QueueOperation.finish(
        session, splitter.enqueue(device.plan(), device.data(), parts, List.of()));
    int[] afterwards = {1, Math.toIntExact(parts.stream().filter(part -> part != null).count())};
    // A marker, and the release of each command's event.
    return session.faults.calls() - Arrays.stream(afterwards).sum();
  }
}
