package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The contract on the kernels on vectors, or on what stands in for them where the JVM has none.
final class VectorSplitterTest {
  /// Once more without the module, and on AVX2.
  @Nested
  @Tag("kernels")
  final class Alone extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(1, CpuKernels.VECTOR);
    }

    @Override
    protected boolean isQuick() {
      return true;
    }
  }

  @Test
  @Tag("kernels")
  void isThereWhereTheModuleIs() {
    boolean hasModule = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    assertThat(Vectors.here().isThere()).as(Vectors.here().toString()).isEqualTo(hasModule);
  }
}
