package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each command in turn, of whatever kind, is taken by the device and ends in an error later, with
/// each status: that is told, no command touches the host's memory afterwards, nothing is lost, and
/// the next try works.
@Timeout(120)
class FailedCommandTest {
  @ParameterizedTest
  @EnumSource
  void aSplitOfTheHostsTellsWhicheverCommandFails(HostSplit split) {
    InTurn.commands(1, (n, status) -> endsBadly(n, status, split.trial()));
  }

  private static boolean endsBadly(int n, int status, HostTrial trial) {
    FakeSession session = trial.session(n);
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    session.faults.endBadly(n, status);
    Throwable failure = catchThrowable(() -> trial.run(splitter));
    boolean failed = InTurn.requireEndTold(session, n, status, failure);
    assertThat(session.touchingTheDead()).as("command %d", n).isEmpty();
    assertThat(session.liveEvents()).as("events after command %d", n).isZero();
    trial.run(splitter);
    int live = session.live();
    trial.run(splitter);
    assertThat(session.live()).as("command %d", n).isEqualTo(live);
    splitter.close();
    assertThat(session.live()).as("command %d", n).isZero();
    return failed;
  }

  /// There was no memory left to keep its event, and nobody can wait for it any more.
  @ParameterizedTest
  @EnumSource
  void noCommandRunsOnWhoseEventIsLost(HostSplit split) {
    int n = 1;
    while (losesItsEvent(n, split.trial())) {
      n++;
    }
    assertThat(n).as("commands").isGreaterThan(1);
  }

  private static boolean losesItsEvent(int n, HostTrial trial) {
    FakeSession session = trial.session(n);
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    session.faults.loseAt(n);
    Throwable failure = catchThrowable(() -> trial.run(splitter));
    session.faults.stop();
    boolean lost = !session.faults.failed().isEmpty();
    assertThat(failure instanceof OutOfMemoryError).as("%s", failure).isEqualTo(lost);
    assertThat(session.touchingTheDead()).as("command %d", n).isEmpty();
    assertThat(session.liveEvents()).as("events after command %d", n).isZero();
    trial.run(splitter);
    splitter.close();
    assertThat(session.live()).as("command %d", n).isZero();
    return lost;
  }
}
