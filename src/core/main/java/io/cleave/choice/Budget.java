package io.cleave.choice;

/// What racing for one occasion may cost: a share of all the time that its splits take, and a grant
/// to begin with. Used by one thread at a time.
final class Budget {
  private static final double SHARE = .03;
  private static final double GRANT = 20e6;

  private double total;
  private double extra;

  /// One more split.
  ///
  /// @param taken nanoseconds
  /// @param best nanoseconds that the best one known would have taken
  void spend(double taken, double best) {
    total += taken;
    extra += Math.max(0, taken - best);
  }

  /// Whether a challenger may take one more turn.
  boolean allows() {
    return extra <= SHARE * total + GRANT;
  }
}
