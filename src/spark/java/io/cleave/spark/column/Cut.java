package io.cleave.spark.column;

import io.cleave.file.tensor.Stack;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Where an axis is cut, as the settings say.
final class Cut {
  private static final List<Setting> WAYS =
      List.of(Setting.LENGTHS, Setting.EQUAL, Setting.NEARLY_EQUAL, Setting.CHUNKS_OF, Setting.AT);

  /// Those that one number says all of.
  private static final Set<Setting> BY_ONE =
      Set.of(Setting.EQUAL, Setting.NEARLY_EQUAL, Setting.CHUNKS_OF);

  private Cut() {}

  /// @throws IllegalArgumentException if the settings do not say where to cut
  static void check(Settings settings) {
    numbers(settings, way(settings));
    axis(settings);
    stack(settings);
  }

  private static long axis(Settings settings) {
    return settings
        .get(Setting.AXIS)
        .map(Cut::number)
        .orElseThrow(
            () -> new IllegalArgumentException("it must be said which axis; add .axis(-1)"));
  }

  /// The plan of one row.
  ///
  /// @throws IllegalArgumentException if the settings do not say, or it does not fit
  static SplitPlan plan(Settings settings, Shape shape, ElementType type) {
    Setting way = way(settings);
    long axis = axis(settings);
    long[] numbers = numbers(settings, way);
    SplitPlan plan =
        switch (way) {
          case LENGTHS -> SplitPlan.byLengths(shape, type, axis, numbers);
          case EQUAL -> SplitPlan.intoEqualParts(shape, type, axis, numbers[0]);
          case NEARLY_EQUAL -> SplitPlan.nearlyEqual(shape, type, axis, numbers[0]);
          case CHUNKS_OF -> SplitPlan.inChunksOf(shape, type, axis, numbers[0]);
          default -> SplitPlan.atIndices(shape, type, axis, numbers);
        };
    return Rules.applied(settings, plan);
  }

  private static long[] numbers(Settings settings, Setting way) {
    List<String> texts = settings.list(way);
    if (BY_ONE.contains(way) && texts.size() != 1) {
      throw new IllegalArgumentException(
          "%s is one number, not %s".formatted(way, Settings.excerpt(texts)));
    }
    return texts.stream().mapToLong(Cut::number).toArray();
  }

  private static Setting way(Settings settings) {
    List<Setting> ways = WAYS.stream().filter(settings::has).toList();
    if (ways.size() != 1) {
      throw new IllegalArgumentException(
          "an axis is cut in one way, by one of %s; these are said: %s".formatted(WAYS, ways));
    }
    return ways.getFirst();
  }

  /// How the parts become one tensor, if they do.
  static Optional<Stack> stack(Settings settings) {
    if (settings.has(Setting.STACK) && settings.has(Setting.JOIN)) {
      throw new IllegalArgumentException(
          "stack makes a new axis and join takes one that is there; leave out the one or the"
              + " other");
    }
    return Stream.of(
            settings.get(Setting.STACK).map(axis -> stack(Stack.Way.STACKED, axis)),
            settings.get(Setting.JOIN).map(axis -> stack(Stack.Way.JOINED, axis)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Stack stack(Stack.Way way, String axis) {
    return new Stack(way, number(axis), List.of());
  }

  /// Reads a whole number.
  ///
  /// @throws IllegalArgumentException if it is none
  static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          "\"%s\" is no whole number".formatted(Settings.excerpt(text)));
    }
  }
}
