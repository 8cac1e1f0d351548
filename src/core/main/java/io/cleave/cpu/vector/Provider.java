package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ArrayKernels;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.VectorProvider;
import java.util.concurrent.ConcurrentHashMap;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// Loaded by name, by whoever finds that the JVM suits. Safe for use by many threads.
public final class Provider implements VectorProvider {
  private final ConcurrentHashMap<LoopKind, Loops> loops = new ConcurrentHashMap<>();
  private final int bits = Math.min(ByteVector.SPECIES_PREFERRED.vectorBitSize(), 512);
  private final ArrayKernels arrays = new ArrayConversions(bits);

  /// For [io.cleave.cpu.VectorSupport].
  public Provider() {}

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public Kernels kernels(Kernels plain, Kinds kinds) {
    return new VectorKernels(
        bits, plain, width -> loops(new LoopKind(species(width), kinds)), arrays);
  }

  @Override
  public boolean takesColumns(int count, int run) {
    return VectorKernels.takesColumns(bits / Byte.SIZE, count, run);
  }

  @Override
  public ArrayKernels arrays() {
    return arrays;
  }

  private Loops loops(LoopKind kind) {
    return loops.computeIfAbsent(kind, Loops::new);
  }

  /// @param bits 128, 256 or 512
  static VectorSpecies<Byte> species(int bits) {
    return VectorSpecies.of(byte.class, VectorShape.forBitSize(bits));
  }
}
