package io.cleave.choice;

import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// How a splitter finds out which candidate is fastest.
public enum Choosing {
  /// Takes what is recorded, and races for what is not: what suits a process that lives and splits
  /// alike tensors again and again.
  RACE,
  /// Takes what is recorded, and else the expectation; measures nothing: for commands, tests and
  /// fleets that are to behave alike.
  RECORDED,
  /// Takes the expectation, a pure function of plan and device; reads no file.
  EXPECTED;

  /// The system property that says what is meant where nothing is said: `race` if it is not set.
  public static final String PROPERTY = "cleave.choice";

  /// What [#PROPERTY] says.
  ///
  /// @throws IllegalArgumentException if it says something that is not known
  public static Choosing usual() {
    return usualOr(RACE);
  }

  /// What [#PROPERTY] says, or this if it says nothing.
  ///
  /// @throws IllegalArgumentException if it says something that is not known
  public static Choosing usualOr(Choosing otherwise) {
    return parse(System.getProperty(PROPERTY, otherwise.toString()));
  }

  /// Reads a way to choose as an option spells it.
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

  /// The name as an option spells it: `race`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
