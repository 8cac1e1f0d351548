package io.cleave.cli.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The result of a benchmark of one split. An immutable value.
///
/// @param split what was measured
/// @param measurements of the candidates that took part, in their order
/// @param exclusions of those that did not
public record Result(TimedSplit split, List<Measurement> measurements, List<Exclusion> exclusions) {
  /// The speed of one candidate.
  ///
  /// @param role the part that it played
  /// @param label its name
  /// @param seconds for one split, in the best turn
  /// @param median for one split, in the median turn
  public record Measurement(Role role, Label label, double seconds, double median) {}

  /// A candidate that did not take part.
  ///
  /// @param label its name
  /// @param reason why not
  /// @param isWrong whether its parts were wrong, or Cleave has a fault
  public record Exclusion(Label label, String reason, boolean isWrong) {}

  /// Billions of bytes that a candidate read and wrote in a second.
  double gigabytesPerSecond(Measurement one) {
    return 2.0 * split.copiedBytes() / one.seconds() / 1e9;
  }

  /// The speed of a candidate relative to the fastest one in a role: 2 means twice as fast. Empty
  /// if there is none in that role.
  public Optional<Double> ratio(Measurement one, Role role) {
    return best(role).map(best -> best.seconds() / one.seconds());
  }

  /// The fastest candidate in a role.
  public Optional<Measurement> best(Role role) {
    return best(one -> one.role() == role);
  }

  /// The fastest candidate of Cleave.
  public Optional<Measurement> bestOfOurs() {
    return best(one -> one.role().isOurs());
  }

  /// The fastest candidate among some.
  public Optional<Measurement> best(Predicate<Measurement> wanted) {
    return measurements.stream()
        .filter(wanted)
        .min(Comparator.comparingDouble(Measurement::seconds));
  }

  /// True if a candidate made wrong parts.
  public boolean hasWrongParts() {
    return exclusions.stream().anyMatch(Exclusion::isWrong);
  }
}
