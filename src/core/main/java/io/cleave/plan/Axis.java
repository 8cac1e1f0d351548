package io.cleave.plan;

/// The rule for an axis: counted from 0, or from the end with negative numbers.
final class Axis {
  private Axis() {}

  /// The axis counted from 0.
  ///
  /// @param shape what the axis belongs to, for the message
  static int of(long axis, int rank, Object shape) {
    requireAxes(rank);
    if (axis < -rank || axis >= rank) {
      throw new IllegalArgumentException(
          "axis %s must lie in %s..%s for shape %s".formatted(axis, -rank, rank - 1, shape));
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  static void requireAxes(int rank) {
    if (rank == 0) {
      throw new IllegalArgumentException(
          "a scalar has no axis to split; give data of rank 1 or more, such as shape [1]");
    }
  }

  /// Makes sure that an axis is there that is counted from 0 and from nowhere else.
  static void requireExists(int axis, int rank, Object shape) {
    if (axis < 0 || axis >= rank) {
      throw new IllegalArgumentException(
          "axis %s does not exist; shape %s has %s, counted from 0".formatted(axis, shape, rank));
    }
  }

  static String name(int axis, Object shape) {
    return "axis %s of shape %s".formatted(axis, shape);
  }
}
