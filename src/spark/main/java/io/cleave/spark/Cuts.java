package io.cleave.spark;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.OptionalLong;

/// Reads from the settings where an axis is cut, and whether the parts become one tensor.
final class Cuts {
  /// The most parts of a row. It bounds the columns of a query and the memory of plans: a `.npy`
  /// file of 128 bytes may have any extent.
  private static final int MAX_PARTS = 1 << 16;

  private static final List<Setting> WAYS =
      List.of(Setting.LENGTHS, Setting.EQUAL, Setting.NEARLY_EQUAL, Setting.CHUNKS_OF, Setting.AT);

  private Cuts() {}

  /// The number of columns for the parts, where the settings alone determine it: not in chunks.
  ///
  /// @throws IllegalArgumentException if the settings are wrong for every tensor
  static OptionalLong outputs(Settings settings) {
    OptionalLong parts = parts(settings);
    axis(settings);
    return areStacked(settings) ? OptionalLong.of(1) : parts;
  }

  /// The plan of such a tensor, without a conversion.
  ///
  /// @throws IllegalArgumentException if the settings do not fit it
  static SplitPlan plan(Settings settings, Shape shape, ElementType type) {
    Setting way = way(settings);
    long[] numbers = settings.integers(way);
    int axis = axis(settings);
    if (parts(settings).isEmpty()) {
      requireFew(Math.max(1, Math.ceilDiv(shape.extent(axis), numbers[0])));
    }
    Cut cut =
        switch (way) {
          case LENGTHS -> Cut.byLengths(numbers);
          case EQUAL -> Cut.intoEqualParts(numbers[0]);
          case NEARLY_EQUAL -> Cut.nearlyEqual(numbers[0]);
          case CHUNKS_OF -> Cut.inChunksOf(numbers[0]);
          default -> Cut.atIndices(numbers);
        };
    return SplitPlan.of(Layout.of(type, shape), axis, cut);
  }

  /// True if the parts become one tensor.
  ///
  /// @throws IllegalArgumentException if they would become one in two ways
  static boolean areStacked(Settings settings) {
    if (settings.has(Setting.STACK) && settings.has(Setting.JOIN)) {
      throw new IllegalArgumentException(
          "stack makes a new axis and join uses an existing one; leave out one of them");
    }
    return settings.has(Setting.STACK) || settings.has(Setting.JOIN);
  }

  /// The plan whose parts become one tensor, if they do.
  static SplitPlan stacked(Settings settings, SplitPlan plan) {
    if (!areStacked(settings)) {
      return plan;
    }
    return settings.has(Setting.STACK)
        ? plan.stacked(axis(settings, Setting.STACK))
        : plan.joined(axis(settings, Setting.JOIN));
  }

  private static Setting way(Settings settings) {
    List<Setting> ways = WAYS.stream().filter(settings::has).toList();
    if (ways.size() != 1) {
      throw new IllegalArgumentException(
          "an axis is cut in one way, by one of %s; these are set: %s".formatted(WAYS, ways));
    }
    return ways.getFirst();
  }

  private static int axis(Settings settings) {
    if (!settings.has(Setting.AXIS)) {
      throw new IllegalArgumentException("the axis to split is not set; add .axis(-1)");
    }
    return axis(settings, Setting.AXIS);
  }

  private static int axis(Settings settings, Setting setting) {
    return Math.clamp(settings.integers(setting)[0], Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static OptionalLong parts(Settings settings) {
    Setting way = way(settings);
    long[] numbers = settings.integers(way);
    if (way == Setting.CHUNKS_OF) {
      if (numbers[0] < 1) {
        throw new IllegalArgumentException(
            "a chunk must be 1 or more long, not %s".formatted(numbers[0]));
      }
      return OptionalLong.empty();
    }
    long parts =
        switch (way) {
          case LENGTHS -> numbers.length;
          case AT -> numbers.length + 1L;
          default -> numbers[0];
        };
    requireFew(parts);
    return OptionalLong.of(parts);
  }

  private static void requireFew(long parts) {
    if (parts < 1 || parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a row has 1 to %s parts, not %s; cut it into fewer, or in two steps"
              .formatted(MAX_PARTS, parts));
    }
  }
}
