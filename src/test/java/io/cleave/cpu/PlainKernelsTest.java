package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// The kernels in plain Java, in their own class and in copies of it.
final class PlainKernelsTest extends KernelsContract {
  private final PerKind<Kernels> kernels = new PerKind<>(Kernels.class, PlainKernels.class);

  @Override
  Kernels kernels(MemorySegment data, MemorySegment part) {
    return kernels.of(data.getClass(), part.getClass());
  }

  @Override
  boolean takesColumns(int count, int run) {
    return run <= 2;
  }

  @Test
  void haveAClassOfTheirOwnForEveryTwoKinds() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
      MemorySegment outside = arena.allocate(1);
      assertThat(kernels(bytes, bytes)).isSameAs(kernels(bytes, bytes));
      assertThat(kernels(bytes, bytes)).isExactlyInstanceOf(PlainKernels.class);
      assertThat(kernels(bytes, outside).getClass().isHidden()).isTrue();
      assertThat(kernels(bytes, outside).getClass())
          .isNotEqualTo(kernels(outside, bytes).getClass());
    }
  }
}
