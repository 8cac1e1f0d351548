package io.cleave.cpu;

import org.jspecify.annotations.Nullable;

/// Plain kernels, and those on vectors where their gates are open. What is on vectors is made in
/// the background, for parts that something was moved to: the first takes a fifth of a second, in
/// which the JVM loads and links the Vector API.
///
/// @param plain what stands in
/// @param kinds of the memory
record GatedKernels(Kernels plain, Kinds kinds) implements Kernels {
  @Override
  public Mover mover(Strip strip) {
    return new GatedMover(strip, plain.mover(strip), kinds);
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    return VectorSupport.here().takesColumns(count, run)
        ? new GatedRowsMover(count, run, plain, kinds)
        : plain.columns(count, run);
  }
}
