package io.cleave.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What came out for one subject. An immutable value.
///
/// @param subject what was split
/// @param measurements who took part, in the order of the line-up
/// @param absences who did not
public record Heat(Subject subject, List<Measurement> measurements, List<Absence> absences) {
  /// Copies the lists.
  public Heat {
    measurements = List.copyOf(measurements);
    absences = List.copyOf(absences);
  }

  /// How fast this one was against the fastest in a role: 2 means twice as fast. Empty if nobody
  /// took part in that role.
  public Optional<Double> ratio(Measurement one, Role role) {
    return best(role).map(best -> best.seconds() / one.seconds());
  }

  /// The fastest in a role.
  public Optional<Measurement> best(Role role) {
    return measurements.stream()
        .filter(one -> one.role() == role)
        .min(Comparator.comparingDouble(Measurement::seconds));
  }

  /// The fastest of this library.
  public Optional<Measurement> bestOfOurs() {
    return measurements.stream()
        .filter(one -> one.role().isOurs())
        .min(Comparator.comparingDouble(Measurement::seconds));
  }

  /// What somebody's figures were.
  public Optional<Measurement> find(Label label) {
    return measurements.stream().filter(one -> one.label().equals(label)).findFirst();
  }

  /// Whether somebody gave a wrong answer.
  public boolean hasWrongAnswer() {
    return absences.stream().anyMatch(Absence::wrong);
  }
}
