package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each call of the port fails in turn while host memory is split, with each status: the failure is
/// told, no command touches the memory afterwards, nothing is lost, and the next try works.
@Timeout(120)
class OpenClSplitterFailureTest {
  @ParameterizedTest
  @EnumSource
  void losesNothingWhicheverCallFails(HostSplit split) {
    losesNothing(split.trial(), 10);
  }

  /// Measuring asks the device more questions.
  @ParameterizedTest
  @EnumSource(names = {"IN_PLACE_BY_THE_SLAB", "STAGED_BY_THE_SLAB"})
  void losesNothingWhileItIsMeasured(HostSplit split) {
    try (Recording recording = new Recording()) {
      recording.enable("io.cleave.DeviceSplit");
      recording.start();
      losesNothing(split.trial(), 20);
    }
  }

  private static void losesNothing(HostTrial trial, int least) {
    InTurn.calls(least, (n, status) -> failsAtCall(n, status, trial));
  }

  private static boolean failsAtCall(int n, int status, HostTrial trial) {
    FakeSession session = trial.session(n);
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(() -> trial.run(splitter));
    boolean failed = InTurn.requireTold(session, n, failure);
    assertThat(session.touchingTheDead()).as("call %d", n).isEmpty();
    trial.run(splitter);
    int live = session.live();
    trial.run(splitter);
    assertThat(session.live()).as("call %d", n).isEqualTo(live);
    splitter.close();
    assertThat(session.live()).as("call %d", n).isZero();
    return failed;
  }

  /// Then waiting fails, too, and is tried for each command all the same.
  @ParameterizedTest
  @EnumSource
  void touchesNoMemoryOfTheUsersWhereTheDeviceIsGone(HostSplit split) {
    InTurn.calls(10, (n, status) -> isGoneFromCall(n, status, split.trial()));
  }

  private static boolean isGoneFromCall(int n, int status, HostTrial trial) {
    FakeSession session = trial.session(n);
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    session.faults.failFrom(n, status);
    Throwable failure = catchThrowable(() -> trial.run(splitter));
    boolean failed = !session.faults.failed().isEmpty();
    if (failed) {
      assertThat(failure).as("from call %d on", n).isInstanceOf(OpenClException.class);
    }
    assertThat(session.touchingTheDead()).as("from call %d on", n).isEmpty();
    assertThat(catchThrowable(splitter::close)).isInstanceOf(OpenClException.class);
    assertThat(session.live()).as("from call %d on", n).isZero();
    return failed;
  }

  @ParameterizedTest
  @EnumSource
  void closesAllWhicheverCallFails(HostSplit split) {
    // At the least a kernel and the session.
    InTurn.calls(1, (n, status) -> failsToCloseAtCall(n, status, split.trial()));
  }

  private static boolean failsToCloseAtCall(int n, int status, HostTrial trial) {
    FakeSession session = trial.session(n);
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    trial.run(splitter);
    session.faults.failAt(n, status);
    Throwable failure = catchThrowable(splitter::close);
    boolean failed = InTurn.requireTold(session, n, failure);
    assertThat(session.live()).as("call %d", n).isZero();
    assertThat(session.isClosed()).isTrue();
    splitter.close();
    return failed;
  }
}
