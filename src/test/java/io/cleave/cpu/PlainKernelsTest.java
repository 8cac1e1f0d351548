package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/// The kernels in plain Java, in their own class and in copies of it.
final class PlainKernelsTest extends KernelsContract {
  private final PerKind<Kernels> kernels = new PerKind<>(PlainLoops.class, PlainKernels::new);

  @Override
  Kernels kernels(Kinds kinds) {
    return kernels.of(kinds);
  }

  @Override
  boolean takesColumns(int count, int run) {
    return run <= 2;
  }

  @Test
  void haveAClassOfTheirOwnForAllKinds() {
    PerKind<Class<?>> classes = new PerKind<>(PlainLoops.class, MethodHandles.Lookup::lookupClass);
    try (Arena one = Arena.ofConfined();
        Arena all = Arena.ofShared()) {
      MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
      MemorySegment confined = one.allocate(1);
      MemorySegment shared = all.allocate(1);
      Class<?> ofConfined = classes.of(Kinds.of(confined, bytes));
      Class<?> ofBytes = classes.of(Kinds.of(bytes, bytes));
      assertThat(ofBytes).isSameAs(classes.of(Kinds.of(bytes, bytes))).isSameAs(PlainLoops.class);
      Class<?> ofShared = classes.of(Kinds.of(shared, bytes));
      assertThat(ofConfined.isHidden()).isTrue();
      assertThat(ofShared.isHidden()).isTrue();
      assertThat(ofShared).isNotEqualTo(ofConfined);
      assertThat(ofShared).isNotEqualTo(classes.of(Kinds.of(bytes, shared)));
    }
  }
}
