package io.cleave.spi;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Tensor in the memory of a device. The caller closes it.
///
/// Not safe for use by many threads.
public interface ResidentTensor extends AutoCloseable {
  /// Splits it into tensors of the same device. Where every part stands in this tensor in one
  /// piece, they share its memory, which lasts until the last of them is closed.
  ///
  /// @param plan made for this tensor
  /// @return one tensor for each part of the plan, in order
  /// @throws IllegalArgumentException if the device cannot carry the plan out
  List<ResidentTensor> split(SplitPlan plan);

  /// Brings it to the host.
  ///
  /// @param to native memory of exactly its size
  void read(MemorySegment to);

  /// Gives up this tensor. Closing it again does nothing.
  @Override
  void close();
}
