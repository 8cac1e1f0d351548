package io.cleave;

import java.util.List;
import java.util.stream.LongStream;

/// Seeds of random tests, the same ones each time. `-Dcleave.thorough=true` takes many more,
/// `-Dcleave.seed=N` takes N alone.
public final class Seeds {
  private static final boolean THOROUGH = Boolean.getBoolean("cleave.thorough");

  private Seeds() {}

  /// The seed of a test that has one.
  public static long one() {
    return Long.getLong("cleave.seed", 1);
  }

  /// Seeds from 1 on.
  ///
  /// @param gate the number of seeds in the gate
  /// @param thorough the number with `-Dcleave.thorough=true`
  public static List<Long> of(int gate, int thorough) {
    Long only = Long.getLong("cleave.seed");
    return only != null
        ? List.of(only)
        : LongStream.rangeClosed(1, rounds(gate, thorough)).boxed().toList();
  }

  /// The number of rounds of a test.
  public static int rounds(int gate, int thorough) {
    return THOROUGH ? thorough : gate;
  }
}
