package io.cleave.bench.image;

import io.cleave.bench.Heat;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import java.util.Optional;

/// What came out for one image. An immutable value.
///
/// @param one the heat of those who use one thread
/// @param all the heat of those who use all they want
public record ImageHeats(Heat one, Heat all) {
  /// What was split.
  Subject subject() {
    return one.subject();
  }

  /// How fast the best of this library on one thread was against the fastest in a role on one.
  Optional<Double> oneToOne(Role role) {
    return one.bestOfOurs().flatMap(best -> one.ratio(best, role));
  }

  /// The same with all threads: the best of this library.
  Optional<Double> allToAll(Role role) {
    return all.bestOfOurs().flatMap(best -> all.ratio(best, role));
  }

  /// The same: what a user gets who asks for nothing.
  Optional<Double> usualToAll(Role role) {
    return all.measurements().stream()
        .filter(one -> one.role() == Role.CHOICE)
        .findFirst()
        .flatMap(usual -> all.ratio(usual, role));
  }
}
