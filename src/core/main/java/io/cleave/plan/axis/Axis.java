package io.cleave.plan.axis;

/// Checks that an axis belongs to a shape.
public final class Axis {
  private Axis() {}

  /// The axis counted from 0.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @param shape for the message
  /// @throws IllegalArgumentException if there is no such axis
  public static int of(long axis, int rank, Object shape) {
    requireAxes(rank);
    if (axis < -rank || axis >= rank) {
      throw new IllegalArgumentException(
          "axis %s must lie in %s..%s for shape %s".formatted(axis, -rank, rank - 1, shape));
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  /// Refuses scalars.
  public static void requireAxes(int rank) {
    if (rank == 0) {
      throw new IllegalArgumentException(
          "a scalar has no axis to split; give data of rank 1 or more, such as shape [1]");
    }
  }

  /// Refuses an axis that does not exist, negative ones included.
  public static void requireExists(int axis, int rank, Object shape) {
    if (axis < 0 || axis >= rank) {
      throw new IllegalArgumentException(
          "axis %s does not exist; shape %s has %s, counted from 0".formatted(axis, shape, rank));
    }
  }

  /// The name of an axis in messages: `axis 1 of shape [4, 6, 8]`.
  public static String name(int axis, Object shape) {
    return "axis %s of shape %s".formatted(axis, shape);
  }
}
