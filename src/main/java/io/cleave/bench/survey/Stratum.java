package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.bench.report.Distribution;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The heats of a survey whose tensors are of one size. An immutable value.
///
/// @param bytes about how large the tensors are
/// @param heats what came out, in the order in which they were drawn
public record Stratum(long bytes, List<Heat> heats) {
  /// Copies the list.
  public Stratum {
    heats = List.copyOf(heats);
  }

  /// All of this library who took part in some heat, in the order of the line-up; nobody twice.
  Set<Label> ours() {
    return labels(Role::isOurs);
  }

  /// All peers.
  Set<Label> peers() {
    return labels(role -> role == Role.PEER);
  }

  /// Those of this library who have no choice.
  Set<Label> routes() {
    return labels(role -> role == Role.SPLITTER);
  }

  /// Those of this library who choose.
  Set<Label> choices() {
    return labels(role -> role == Role.CHOICE);
  }

  private Set<Label> labels(Predicate<Role> wanted) {
    Set<Label> labels = new LinkedHashSet<>();
    for (Heat heat : heats) {
      heat.measurements().stream()
          .filter(one -> wanted.test(one.role()))
          .map(Measurement::label)
          .filter(label -> !label.isAgain())
          .forEach(labels::add);
    }
    return labels;
  }

  /// How a figure is spread over the heats that have it; empty if none has.
  Optional<Distribution> distribution(Function<Heat, Optional<Double>> figure) {
    return Distribution.over(heats, figure);
  }
}
