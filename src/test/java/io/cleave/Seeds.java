package io.cleave;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.LongStream;

/// How much random tests try, in the gate and with `-Pthorough`.
///
/// In the gate some seeds stay, so that what was once found is found again, and one is the day's,
/// so that every day tries what no day before has tried. `-Dcleave.seed=N` repeats N alone.
public final class Seeds {
  private static final boolean THOROUGH = Boolean.getBoolean("cleave.thorough");

  private Seeds() {}

  /// The day's seed, or the one to repeat: for what is tried once.
  public static long today() {
    LocalDate day = LocalDate.now(ZoneOffset.UTC);
    // The same wherever the gate runs: 20261122 on November 22 of 2026.
    return Long.getLong(
        "cleave.seed", Long.parseLong(day.format(DateTimeFormatter.BASIC_ISO_DATE)));
  }

  /// The seeds from 1 that stay, and the day's.
  ///
  /// @param gate how many stay in the gate
  /// @param thorough how many with `-Pthorough`
  public static List<Long> of(int gate, int thorough) {
    LongStream staying = LongStream.rangeClosed(1, rounds(gate, thorough));
    return Long.getLong("cleave.seed") != null
        ? List.of(today())
        : LongStream.concat(staying, LongStream.of(today())).boxed().toList();
  }

  /// How often something is tried, or how much of it.
  public static int rounds(int gate, int thorough) {
    return THOROUGH ? thorough : gate;
  }
}
