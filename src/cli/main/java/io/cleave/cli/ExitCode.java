package io.cleave.cli;

/// Exit codes of the commands.
public final class ExitCode {
  /// Done.
  public static final int DONE = 0;

  /// A check failed.
  public static final int CHECK_FAILED = 1;

  /// Invalid arguments or input.
  public static final int BAD_INPUT = 2;

  /// The device or the machine failed.
  public static final int DEVICE_FAILED = 3;

  private ExitCode() {}
}
