package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.Faults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Has the first fail of all that some work does, then the second, and so on until it gets through.
final class InTurn {
  /// What fails since it waits for what has failed.
  private static final int AFTER_ANOTHER = -14;

  private InTurn() {}

  /// Work of which one step is made to fail.
  @FunctionalInterface
  interface Trial {
    /// Does the work.
    ///
    /// @param n which step fails, from 1
    /// @param status what it fails with
    /// @return whether there was such a step
    boolean fails(int n, int status);
  }

  /// Each call, with each status.
  ///
  /// @param least more than so many must be made
  static void calls(int least, Trial trial) {
    all(Faults.STATUSES, least, trial);
  }

  /// Each command, with each end.
  ///
  /// @param least more than so many must be queued
  static void commands(int least, Trial trial) {
    all(Faults.ENDS, least, trial);
  }

  private static void all(List<Integer> statuses, int least, Trial trial) {
    for (int status : statuses) {
      int n = 1;
      while (trial.fails(n, status)) {
        n++;
      }
      assertThat(n - 1).as("steps that failed with %s", status).isGreaterThan(least);
    }
  }

  /// The call that was made to fail is what is told.
  ///
  /// @return whether any was
  static boolean requireTold(FakeSession session, int n, @Nullable Throwable failure) {
    session.faults.stop();
    String call = "call %d (%s)".formatted(n, session.faults.failed());
    if (session.faults.failed().isEmpty()) {
      assertThat(failure).as(call).isNull();
      return false;
    }
    assertThat(failure)
        .as(call)
        .isInstanceOf(OpenClException.class)
        .hasMessage(session.faults.message());
    return true;
  }

  /// The command that ended badly is what is told, or what has failed with it.
  ///
  /// @return whether any has
  static boolean requireEndTold(
      FakeSession session, int n, int status, @Nullable Throwable failure) {
    session.faults.stop();
    String command = "command %d (%s)".formatted(n, session.faults.failed());
    if (session.faults.failed().isEmpty()) {
      assertThat(failure).as(command).isNull();
      return false;
    }
    assertThat(failure)
        .as(command)
        .isInstanceOf(OpenClException.class)
        .hasMessageStartingWith("clWaitForEvents failed with ");
    assertThat(((OpenClException) failure).status()).as(command).isIn(status, AFTER_ANOTHER);
    return true;
  }
}
