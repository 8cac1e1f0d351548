package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import io.cleave.bench.Race;
import io.cleave.bench.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What is drawn for a survey. An immutable value.
///
/// @param seed what everything is drawn from
/// @param count how many splits of each size
/// @param sizes about how large the tensors are
public record Survey(long seed, int count, List<Long> sizes) {
  /// These go before the first of a survey and are forgotten, in both kinds of memory: what runs
  /// first runs in code that is not compiled yet.
  private static final int WARM_UPS = 4;

  /// Checks the numbers, and that there are such splits.
  public Survey {
    sizes = List.copyOf(sizes);
    if (count < 1) {
      throw new IllegalArgumentException(
          "a survey takes 1 split of each size or more, not %s".formatted(count));
    }
    sizes.forEach(bytes -> Geometries.draw(seed, bytes, 1).getFirst());
  }

  /// All splits of one size, each drawn when it is asked for.
  public List<Subject> subjects(long bytes) {
    return Geometries.draw(seed, bytes, count);
  }

  /// Makes the JVM compile what it will run.
  ///
  /// @param race who takes part
  public void warmUp(Race race) {
    Geometries.draw(~seed, Sizes.USUAL.getFirst(), WARM_UPS).forEach(race::run);
  }

  /// Races through all splits of one size.
  ///
  /// @param race who takes part
  /// @param done told of each heat
  public Stratum run(Race race, long bytes, Consumer<Heat> done) {
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects(bytes)) {
      Heat heat = race.run(subject);
      heats.add(heat);
      done.accept(heat);
    }
    return new Stratum(bytes, heats);
  }
}
