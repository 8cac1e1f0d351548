package io.cleave.cpu;

/// The kernels for runs of bits. Immutable; used by many threads.
interface BitKernels {
  /// A mover for a part like this.
  BitMover mover(BitStrip strip);
}
