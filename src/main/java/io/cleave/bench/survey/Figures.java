package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import java.util.Comparator;
import java.util.Optional;

/// What one heat says, as single numbers.
final class Figures {
  private Figures() {}

  /// How fast the best of this library was against the fastest in a role: 2 is twice as fast.
  static Optional<Double> best(Heat heat, Role against) {
    return heat.bestOfOurs().flatMap(best -> heat.ratio(best, against));
  }

  /// The same for one who took part.
  static Optional<Double> speed(Heat heat, Label who, Role against) {
    return heat.find(who).flatMap(one -> heat.ratio(one, against));
  }

  /// The time of one who chooses against the best of this library: 1 is the best choice, 2 takes
  /// twice as long.
  static Optional<Double> regret(Heat heat, Label who) {
    return heat.find(who)
        .flatMap(one -> heat.bestOfOurs().map(best -> one.seconds() / best.seconds()));
  }

  /// The same against the routes of the same device alone.
  static Optional<Double> ownRegret(Heat heat, Label who) {
    return heat.find(who)
        .flatMap(
            one ->
                heat.measurements().stream()
                    .filter(other -> other.role().isOurs())
                    .filter(other -> other.label().device().equals(who.device()))
                    .min(Comparator.comparingDouble(Measurement::seconds))
                    .map(best -> one.seconds() / best.seconds()));
  }

  /// The regret of all who choose, the worst of them.
  static Optional<Double> worstRegret(Heat heat) {
    return heat.measurements().stream()
        .filter(one -> one.role() == Role.CHOICE)
        .flatMap(one -> regret(heat, one.label()).stream())
        .max(Comparator.naturalOrder());
  }
}
