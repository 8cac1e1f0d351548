package io.cleave.cpu.loops;

/// The kernels for runs of bits. Immutable; used by many threads.
public interface BitKernels {
  /// A mover for a part like this.
  BitMover mover(BitStrip strip);
}
