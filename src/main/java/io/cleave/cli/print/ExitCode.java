package io.cleave.cli.print;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a finished command tells its caller.
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

  /// What each means, as the help says it.
  public static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    meanings.put(" " + DONE, "done");
    meanings.put(" " + CHECK_FAILED, "the check that was asked for has failed");
    meanings.put(" " + BAD_INPUT, "bad use or bad input: mend the call");
    meanings.put(" " + DEVICE_FAILED, "the device, or the machine around it, has failed");
    return Collections.unmodifiableMap(meanings);
  }
}
