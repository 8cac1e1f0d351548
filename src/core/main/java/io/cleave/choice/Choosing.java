package io.cleave.choice;

import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Tuning mode: how a splitter finds out which candidate is fastest.
public enum Choosing {
  /// Takes what the tuning file has, and measures the rest on the calls themselves: for a process
  /// that lives and splits alike tensors again and again.
  MEASURE,
  /// Takes what the tuning file has, and else the expected candidate; measures nothing. The choice
  /// depends on plan, device and file alone: for commands, tests and fleets that are to behave
  /// alike.
  FIXED;

  /// The system property that sets the mode where a program does not: `measure` by default.
  public static final String PROPERTY = "cleave.choice";

  /// The mode of [#PROPERTY].
  ///
  /// @throws IllegalArgumentException if it is set to something else
  public static Choosing usual() {
    return usualOr(MEASURE);
  }

  /// The mode of [#PROPERTY], or this one if it is not set.
  ///
  /// @throws IllegalArgumentException if it is set to something else
  public static Choosing usualOr(Choosing otherwise) {
    return parse(System.getProperty(PROPERTY, otherwise.toString()));
  }

  /// Reads a mode as an option spells it.
  ///
  /// @throws IllegalArgumentException if there is none of that name; the message lists all
  public static Choosing parse(String name) {
    return Arrays.stream(values())
        .filter(way -> way.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" is no way to choose; use one of %s"
                        .formatted(
                            OneLine.of(name, 60),
                            Arrays.stream(values())
                                .map(Choosing::toString)
                                .collect(Collectors.joining(" ")))));
  }

  /// The name as an option spells it: `measure`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
