package io.cleave.cli;

/// Exit codes of the commands.
public final class ExitCode {
  /// Done.
  public static final int DONE = 0;

  /// The check that was asked for has failed.
  public static final int CHECK_FAILED = 1;

  /// Bad use or bad input: mend the call.
  public static final int BAD_INPUT = 2;

  /// The device, or the machine around it, has failed.
  public static final int DEVICE_FAILED = 3;

  private ExitCode() {}
}
