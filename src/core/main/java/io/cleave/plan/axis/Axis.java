package io.cleave.plan.axis;

/// An axis of a shape. Its text, such as `axis 1 of shape [4, 6, 8]`, is for messages.
///
/// @param index counted from 0
/// @param shape for the text
public record Axis(int index, Object shape) {
  /// The axis of this number.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @param shape for the message
  /// @throws IllegalArgumentException if there is no such axis
  public static Axis of(long axis, int rank, Object shape) {
    requireAxes(rank);
    if (axis < -rank || axis >= rank) {
      throw new IllegalArgumentException(
          "axis %s must lie in %s..%s for shape %s".formatted(axis, -rank, rank - 1, shape));
    }
    return new Axis((int) (axis < 0 ? axis + rank : axis), shape);
  }

  /// Refuses scalars.
  public static void requireAxes(int rank) {
    if (rank == 0) {
      throw new IllegalArgumentException(
          "a scalar has no axis to split; give data of rank 1 or more, such as shape [1]");
    }
  }

  @Override
  public String toString() {
    return "axis %s of shape %s".formatted(index, shape);
  }
}
