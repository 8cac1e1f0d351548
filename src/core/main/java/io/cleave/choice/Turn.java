package io.cleave.choice;

/// One candidate's turn in a round: as many calls as make a time that a clock can tell from noise.
///
/// Used by one thread at a time.
final class Turn {
  /// A turn lasts so many nanoseconds at least.
  private static final double LEAST_TURN = 1_000_000;

  /// Its first calls do not count: the one before left the caches, and threads that help, to
  /// another candidate. (Of 2 MiB in 140 us, two threads came out no faster than one in turns of
  /// 200 us, and a third faster when they worked alone: 2 cores, Zen 5.)
  private static final double SETTLING = 200_000;

  private double settling;
  private double nanos;
  private double bytes;

  /// Begins another.
  void begin() {
    settling = 0;
    nanos = 0;
    bytes = 0;
  }

  /// Takes a call.
  ///
  /// @return whether the turn is over with it
  boolean isOverAfter(double taken, long moved) {
    if (settling < SETTLING && taken < LEAST_TURN) {
      settling += taken;
      return false;
    }
    nanos += taken;
    bytes += moved;
    return nanos >= LEAST_TURN;
  }

  /// The nanoseconds for each byte.
  double score() {
    return nanos / bytes;
  }
}
