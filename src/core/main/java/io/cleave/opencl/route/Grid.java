package io.cleave.opencl.route;

/// Work-items of a launch, in one dimension.
///
/// @param global all work-items, a multiple of `local`
/// @param local those of a work-group
public record Grid(long global, long local) {
  /// `global 1024, local 256`
  @Override
  public String toString() {
    return "global %s, local %s".formatted(global, local);
  }
}
