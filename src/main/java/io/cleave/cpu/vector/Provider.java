package io.cleave.cpu.vector;

import io.cleave.cpu.kernel.ArrayKernels;
import io.cleave.cpu.kernel.Kernels;
import io.cleave.cpu.kernel.Kinds;
import io.cleave.cpu.kernel.VectorProvider;
import java.util.concurrent.ConcurrentHashMap;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// Loaded by name, by whoever finds that the JVM suits. Safe for use by many threads.
public final class Provider implements VectorProvider {
  private final ConcurrentHashMap<LoopKind, Loops> loops = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, ArrayKernels> arrays = new ConcurrentHashMap<>();

  /// For [io.cleave.cpu.VectorSupport].
  public Provider() {}

  @Override
  public int preferredBits() {
    return ByteVector.SPECIES_PREFERRED.vectorBitSize();
  }

  @Override
  public Kernels kernels(int bits, Kernels plain, Kinds kinds) {
    return new VectorKernels(
        bits, plain, width -> loops(new LoopKind(species(width), kinds)), arrays(bits));
  }

  @Override
  public boolean takesColumns(int bits, int count, int run) {
    return VectorKernels.takesColumns(bits / Byte.SIZE, count, run);
  }

  @Override
  public ArrayKernels arrays(int bits) {
    return arrays.computeIfAbsent(bits, ArrayConversions::new);
  }

  private Loops loops(LoopKind kind) {
    return loops.computeIfAbsent(kind, Loops::new);
  }

  /// @param bits 128, 256 or 512
  static VectorSpecies<Byte> species(int bits) {
    return VectorSpecies.of(byte.class, VectorShape.forBitSize(bits));
  }
}
