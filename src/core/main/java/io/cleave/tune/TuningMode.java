package io.cleave.tune;

import io.cleave.text.Parsing;
import java.util.Locale;

/// How a splitter finds the fastest candidate.
public enum TuningMode {
  /// Uses stored results, and measures all other plans on the user's calls: for a process that
  /// splits tensors of the same kind again and again.
  MEASURE,
  /// Uses stored results, and the baseline for all other plans: for commands, for tests, and for
  /// fleets where all machines shall behave alike.
  FIXED;

  /// The system property that sets the mode where a program does not.
  public static final String PROPERTY = "cleave.tuning";

  /// The mode of [#PROPERTY], or this one if it is not set.
  ///
  /// @throws IllegalArgumentException if it is set to something else; the message lists all modes
  public static TuningMode usualOr(TuningMode otherwise) {
    return Parsing.named(PROPERTY, values(), System.getProperty(PROPERTY, otherwise.toString()));
  }

  /// The name as the property spells it: `measure`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
