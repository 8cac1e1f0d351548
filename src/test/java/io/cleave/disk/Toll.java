package io.cleave.disk;

import io.cleave.Seeds;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// How much a class of tests has put disks and processes through, which it says with `-Pthorough`:
/// from there are the numbers that are published.
public final class Toll implements BeforeAllCallback, AfterAllCallback {
  private static final LongAdder TROUBLES = new LongAdder();
  private static final LongAdder KILLS = new LongAdder();

  /// Something went wrong at one operation of a disk.
  static void troubled() {
    TROUBLES.increment();
  }

  /// A process was killed.
  public static void killed() {
    KILLS.increment();
  }

  /// What was counted since the last time, in one line.
  static String taken(String test) {
    return "%s: %s times trouble with a disk, %s processes killed"
        .formatted(test, TROUBLES.sumThenReset(), KILLS.sumThenReset());
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TROUBLES.reset();
    KILLS.reset();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    String line = taken(context.getRequiredTestClass().getSimpleName());
    if (Seeds.rounds(0, 1) == 1) {
      System.out.println(line);
    }
  }
}
