package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.VectorProvider;
import jdk.incubator.vector.ByteVector;

/// The provider that [io.cleave.cpu.Vectors] loads by name. Safe for use by many threads.
public final class Provider implements VectorProvider {
  private final int bits = Math.min(ByteVector.SPECIES_PREFERRED.vectorBitSize(), 512);

  /// For [io.cleave.cpu.Vectors].
  public Provider() {}

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public Kernels kernels(Kernels plain, MemoryKinds kinds, boolean warmsUp) {
    return new VectorKernels(bits / Byte.SIZE, plain, kinds, warmsUp);
  }
}
