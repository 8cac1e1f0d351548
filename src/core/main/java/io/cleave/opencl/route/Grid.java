package io.cleave.opencl.route;

/// How many work-items run, and in what groups.
///
/// @param globalX all work-items along the first dimension, a multiple of `localX`
/// @param globalY all work-items along the second dimension, a multiple of `localY`
/// @param localX those of one group along the first dimension
/// @param localY those of one group along the second dimension
public record Grid(long globalX, long globalY, long localX, long localY) {
  /// A grid of work-groups with one row each.
  public static Grid ofGroups(long groupsX, long groupsY, long groupSize) {
    return new Grid(Math.multiplyExact(groupsX, groupSize), groupsY, groupSize, 1);
  }

  /// `global 1024 x 7, local 256 x 1`
  @Override
  public String toString() {
    return "global %s x %s, local %s x %s".formatted(globalX, globalY, localX, localY);
  }
}
