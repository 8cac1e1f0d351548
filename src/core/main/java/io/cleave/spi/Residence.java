package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.Tensor;

/// Store of tensors on a device: parts of a split stay there, can be split again, and are copied to
/// the host only when they are read.
///
/// Not safe for use by many threads. Close all tensors before it.
public interface Residence extends AutoCloseable {
  /// A new store where a splitter works.
  ///
  /// @param splitter stays open until the store is closed
  static Residence of(Splitter splitter) {
    return splitter instanceof AbstractSplitter own ? own.residence() : new HostResidence(splitter);
  }

  /// Brings a tensor to the device. The caller's memory must stay alive and unchanged until the
  /// tensor, and all that were split from it, are closed: a device may use it in place.
  ///
  /// @throws IllegalArgumentException if the device cannot hold it, or it belongs to another thread
  ResidentTensor place(Tensor tensor);

  /// Gives everything back, after all tensors are closed.
  @Override
  void close();
}
