package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Whether those who choose choose the same when they are opened anew.
///
/// @param label who chooses
/// @param heats how many heats they chose in more than once
/// @param flips in how many of these they did not always choose the same way
record Choices(Label label, int heats, int flips) {
  /// What one who chooses did in the heats of a size; empty if it was opened but once.
  static Optional<Choices> of(Stratum stratum, Label label) {
    int heats = 0;
    int flips = 0;
    for (Heat heat : stratum.heats()) {
      Set<String> ways = new HashSet<>();
      int times = 0;
      Optional<Measurement> one = heat.find(label);
      while (one.isPresent()) {
        ways.add(one.get().way());
        times++;
        one = heat.find(label.again(times + 1));
      }
      heats += times > 1 ? 1 : 0;
      flips += ways.size() > 1 ? 1 : 0;
    }
    return heats == 0 ? Optional.empty() : Optional.of(new Choices(label, heats, flips));
  }
}
