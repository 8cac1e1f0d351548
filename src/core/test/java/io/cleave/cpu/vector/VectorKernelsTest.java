package io.cleave.cpu.vector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.KernelsContract;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.VectorProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/// Every kernel on vectors, of the width that this machine has; the gate runs them with others,
/// too.
@Tag("kernels")
final class VectorKernelsTest extends KernelsContract {
  private VectorProvider provider;

  @BeforeEach
  void load() throws ReflectiveOperationException {
    assumeTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
    provider =
        Class.forName("io.cleave.cpu.vector.Provider")
            .asSubclass(VectorProvider.class)
            .getDeclaredConstructor()
            .newInstance();
  }

  @Override
  protected Kernels kernels(Kinds kinds) {
    return provider.kernels(PlainKernels.BY_KIND.of(kinds), kinds);
  }

  @Override
  protected boolean takesColumns(int count, int run) {
    return count * run * Byte.SIZE <= provider.bits();
  }
}
