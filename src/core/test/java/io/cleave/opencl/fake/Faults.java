package io.cleave.opencl.fake;

import io.cleave.backend.OpenClException;
import java.util.List;

/// Makes the n-th call of a [FakeSession] fail, or all from there on, or the n-th command that it
/// queues. Counts calls and commands of every kind.
public final class Faults {
  /// What drivers say most when they cannot: no memory on the device, no resources, no memory on
  /// the host, no such queue any more, and something of their own.
  public static final List<Integer> STATUSES = List.of(-4, -5, -6, -36, -9999);

  /// How commands end that a device has taken and could not carry out.
  public static final List<Integer> ENDS = List.of(-5, -14, -9999);

  private int calls;
  private int commands;
  private int failAt = -1;
  private int endAt = -1;
  private int loseAt = -1;
  private int status;
  private boolean gone;
  private String failed = "";
  private String message = "";
  private boolean paused;
  private boolean failsLaunches;

  /// The n-th call from now on fails.
  public void failAt(int n) {
    failAt(n, -5);
  }

  /// The n-th call from now on fails with a status.
  public void failAt(int n, int with) {
    begin(with);
    failAt = n;
  }

  /// The n-th call from now on and all that follow fail: the device is gone.
  public void failFrom(int n, int with) {
    failAt(n, with);
    gone = true;
  }

  /// The n-th command from now on is taken, and ends with a status instead of doing its work.
  public void endBadly(int n, int with) {
    begin(with);
    endAt = n;
  }

  /// The n-th command from now on is queued, and there is no memory to keep its event.
  public void loseAt(int n) {
    begin(0);
    loseAt = n;
  }

  /// From now on launches fail on the device.
  public void failLaunches() {
    failsLaunches = true;
  }

  FakeEvent launched(FakeEvent launch) {
    if (failsLaunches) {
      launch.failLater(-5);
    }
    return launch;
  }

  private void begin(int with) {
    calls = 0;
    commands = 0;
    status = with;
    gone = false;
    failed = "";
  }

  /// From now on no call fails, and no command.
  public void stop() {
    failAt = -1;
    endAt = -1;
    loseAt = -1;
    gone = false;
  }

  /// The call or the command that failed since [#failAt(int)], or nothing.
  public String failed() {
    return failed;
  }

  public int calls() {
    return calls;
  }

  /// Until [#resume()], calls are not counted.
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
  }

  /// One call of the port.
  public void call(String name) {
    if (paused) {
      return;
    }
    calls++;
    if (calls == failAt || (gone && calls > failAt)) {
      failed = name;
      OpenClException failure =
          new OpenClException(name, status, "call %d was to fail".formatted(calls));
      message = String.valueOf(failure.getMessage());
      throw failure;
    }
  }

  /// One command that was queued.
  public void command(FakeEvent event) {
    commands++;
    if (commands == endAt) {
      failed = event.toString();
      event.failLater(status);
    }
    if (commands == loseAt) {
      failed = event.toString();
      throw new OutOfMemoryError("the event of command %d is lost".formatted(commands));
    }
  }

  /// What the failure says.
  public String message() {
    return message;
  }
}
