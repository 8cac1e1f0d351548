package io.cleave.tune;

import io.cleave.text.Parsing;
import java.util.Locale;

/// How a splitter finds the fastest candidate.
public enum TuningMode {
  /// Takes stored results, and measures the rest on the user's calls: for a process that splits
  /// alike tensors again and again.
  MEASURE,
  /// Takes stored results, and the baseline for the rest: for commands, tests and fleets that are
  /// to behave alike.
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
