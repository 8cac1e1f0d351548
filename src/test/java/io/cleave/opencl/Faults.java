package io.cleave.opencl;

import io.cleave.backend.OpenClException;

/// Makes the n-th call of a [FakeSession] fail. Counts calls of every kind.
final class Faults {
  static final int STATUS = -5;

  private int calls;
  private int failAt = -1;
  private String failed = "";
  private String message = "";
  private boolean paused;

  /// The n-th call from now on fails.
  void failAt(int n) {
    calls = 0;
    failAt = n;
    failed = "";
  }

  /// From now on no call fails.
  void stop() {
    failAt = -1;
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
    if (calls == failAt) {
      failed = name;
      OpenClException failure =
          new OpenClException(name, STATUS, "call %d was to fail".formatted(calls));
      message = String.valueOf(failure.getMessage());
      throw failure;
    }
  }

  /// What the failure says.
  String message() {
    return message;
  }
}
