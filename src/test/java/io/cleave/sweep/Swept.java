package io.cleave.sweep;

import java.time.Duration;

/// How much was tried on a platform: what is needed to quote it, and to try the same again.
///
/// @param platform what split
/// @param first the first seed; those behind it follow
/// @param seeds how many of them were tried
/// @param right how many splits were right, of a few for each seed
/// @param time for how long
record Swept(Platform platform, long first, long seeds, long right, Duration time) {
  /// One line.
  @Override
  public String toString() {
    return "swept %s: %s splits of %s seeds were right, in %s s; again: -Dsweep.on=%s -Dsweep.seed=%s -Dsweep.rounds=%s"
        .formatted(platform, right, seeds, time.toSeconds(), platform, first, seeds);
  }
}
