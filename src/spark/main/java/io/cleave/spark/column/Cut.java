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
  /// The most parts of a row. In columns of their own, Spark's analysis took 2.5 s for 16384 of
  /// them and 14 s for these, on two busy cores. In one column they take memory all the same: a
  /// task keeps plans, and a row of 128 bytes may have any extent.
  private static final int MOST = 1 << 16;

  private static final List<Setting> WAYS =
      List.of(Setting.LENGTHS, Setting.EQUAL, Setting.NEARLY_EQUAL, Setting.CHUNKS_OF, Setting.AT);

  /// Those that one number says all of.
  private static final Set<Setting> BY_ONE =
      Set.of(Setting.EQUAL, Setting.NEARLY_EQUAL, Setting.CHUNKS_OF);

  private Cut() {}

  /// @throws IllegalArgumentException if the settings do not say where to cut
  static void check(Settings settings) {
    Setting way = way(settings);
    long[] numbers = numbers(settings, way);
    if (way != Setting.CHUNKS_OF) {
      requireFew(said(way, numbers));
    }
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
    requireFew(count(settings, shape, type));
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

  /// How many parts a row has, told before one of them is made.
  ///
  /// @throws IllegalArgumentException if the settings do not say, or the axis is none
  static long count(Settings settings, Shape shape, ElementType type) {
    Setting way = way(settings);
    long[] numbers = numbers(settings, way);
    if (way != Setting.CHUNKS_OF) {
      return said(way, numbers);
    }
    long extent = SplitPlan.byLengths(shape, type, axis(settings), -1).extent();
    return Math.max(1, Math.ceilDiv(extent, numbers[0]));
  }

  private static long said(Setting way, long... numbers) {
    return switch (way) {
      case LENGTHS -> numbers.length;
      case AT -> numbers.length + 1L;
      default -> numbers[0];
    };
  }

  /// @throws IllegalArgumentException if no row has so many parts
  static void requireFew(long parts) {
    if (parts < 1 || parts > MOST) {
      throw new IllegalArgumentException(
          "a row has 1 to %s parts, not %s; cut it into as many, or in two steps"
              .formatted(MOST, parts));
    }
  }

  private static long[] numbers(Settings settings, Setting way) {
    List<String> texts = settings.list(way);
    if (BY_ONE.contains(way) && texts.size() != 1) {
      throw new IllegalArgumentException(
          "%s is one number, not %s".formatted(way, Settings.excerpt(texts)));
    }
    long[] numbers = texts.stream().mapToLong(Cut::number).toArray();
    if (way == Setting.CHUNKS_OF && numbers[0] < 1) {
      throw new IllegalArgumentException(
          "a chunk must be 1 or more long, not %s".formatted(numbers[0]));
    }
    return numbers;
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
