package io.cleave.opencl;

import io.cleave.backend.OpenClException;

/// Makes the n-th call of a [FakeSession] fail, or all from there on. Counts calls of every kind.
final class Faults {
  static final int STATUS = -5;

  private int calls;
  private int failAt = -1;
  private int status = STATUS;
  private boolean gone;
  private String failed = "";
  private String message = "";
  private boolean paused;

  /// The n-th call from now on fails.
  void failAt(int n) {
    failAt(n, STATUS);
  }

  /// The same, with this status.
  void failAt(int n, int with) {
    calls = 0;
    failAt = n;
    failed = "";
    status = with;
    gone = false;
  }

  /// The n-th call from now on and all that follow fail: the device is gone.
  void failFrom(int n, int with) {
    failAt(n, with);
    gone = true;
  }

  /// From now on no call fails.
  void stop() {
    failAt = -1;
    gone = false;
  }

  /// The call that failed since [#failAt(int)], or nothing.
  String failed() {
    return failed;
  }

  int calls() {
    return calls;
  }

  /// Until [#resume()], calls are not counted.
  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
  }

  /// One call of the port.
  void call(String name) {
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

  /// What the failure says.
  String message() {
    return message;
  }
}
