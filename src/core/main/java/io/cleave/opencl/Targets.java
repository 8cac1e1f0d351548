package io.cleave.opencl;

/// The memory that the parts of one split go to.
///
/// @param <M> the binding's memory handle
@FunctionalInterface
interface Targets<M> {
  /// The buffer of a part: its own, or the one for all when they are packed.
  M buffer(int part);

  /// A buffer with the address of each part, see [io.cleave.opencl.route.Launch.Slot.Addresses].
  ///
  /// @throws IllegalStateException if the parts have none
  default M addresses() {
    throw new IllegalStateException("parts that are buffers have no addresses");
  }
}
