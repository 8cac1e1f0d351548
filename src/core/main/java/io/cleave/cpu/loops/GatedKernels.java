package io.cleave.cpu.loops;

import org.jspecify.annotations.Nullable;

/// Plain kernels, and those on vectors where their gates are open. What is on vectors is made in
/// the background, for parts that something was moved to: the first takes a fifth of a second, in
/// which the JVM loads and links the Vector API.
///
/// @param plain what stands in
/// @param kinds of the memory
/// @param vectors makes what is on vectors
public record GatedKernels(Kernels plain, Kinds kinds, VectorProvider vectors) implements Kernels {
  @Override
  public Mover mover(Strip strip) {
    return new GatedMover(strip, plain.mover(strip), kinds, () -> fast().mover(strip));
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    return vectors.takesColumns(count, run)
        ? new GatedRowsMover(count, run, plain, kinds, () -> fast().columns(count, run))
        : plain.columns(count, run);
  }

  @Override
  public ArrayKernels arrays() {
    return new GatedArrays(vectors);
  }

  private Kernels fast() {
    return vectors.kernels(plain, kinds);
  }
}
