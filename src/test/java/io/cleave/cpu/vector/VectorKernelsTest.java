package io.cleave.cpu.vector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cpu.kernel.Kernels;
import io.cleave.cpu.kernel.KernelsContract;
import io.cleave.cpu.kernel.Kinds;
import io.cleave.cpu.kernel.VectorProvider;
import io.cleave.cpu.plain.PlainKernels;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// Every kernel on vectors, of every width: those that are too wide for the processor give the same
/// bytes, only slower.
@Tag("kernels")
final class VectorKernelsTest {
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

  @Nested
  final class Of128Bits extends OfBits {
    Of128Bits() {
      super(128);
    }
  }

  @Nested
  final class Of256Bits extends OfBits {
    Of256Bits() {
      super(256);
    }
  }

  @Nested
  final class Of512Bits extends OfBits {
    Of512Bits() {
      super(512);
    }
  }

  abstract class OfBits extends KernelsContract {
    private final int bits;

    OfBits(int bits) {
      this.bits = bits;
    }

    @Override
    protected Kernels kernels(Kinds kinds) {
      return provider.kernels(bits, PlainKernels.BY_KIND.of(kinds), kinds);
    }

    @Override
    protected boolean takesColumns(int count, int run) {
      return count * run * Byte.SIZE <= bits;
    }
  }
}
