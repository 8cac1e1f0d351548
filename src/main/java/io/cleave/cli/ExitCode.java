package io.cleave.cli;

/// What a finished command tells its caller.
final class ExitCode {
  /// Done.
  static final int DONE = 0;

  /// The check that was asked for has failed.
  static final int CHECK_FAILED = 1;

  /// Bad use or bad input: mend the call.
  static final int BAD_INPUT = 2;

  /// The device, or the machine around it, has failed.
  static final int DEVICE_FAILED = 3;

  private ExitCode() {}
}
