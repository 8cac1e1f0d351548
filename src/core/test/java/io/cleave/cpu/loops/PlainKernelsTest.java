package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The kernels in plain Java, in copies of their class for all kinds of memory.
final class PlainKernelsTest extends KernelsContract {
  private final ByKind<Kernels> kernels = PlainKernels.BY_KIND;

  @Override
  protected Kernels kernels(Kinds kinds) {
    return kernels.of(kinds);
  }

  @Override
  protected boolean takesColumns(int count, int run) {
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
      Class<?> ofBytes = classes.of(Kinds.of(bytes, bytes));
      assertThat(ofBytes).isSameAs(classes.of(Kinds.of(bytes, bytes)));
      assertThat(
              Stream.of(
                  PlainLoops.class,
                  ofBytes,
                  classes.of(Kinds.of(confined, bytes)),
                  classes.of(Kinds.of(shared, bytes)),
                  classes.of(Kinds.of(bytes, shared))))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void refuseMemoryOfOtherKindsThanTheyAreMadeFor() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[100]);
    MemorySegment ints = MemorySegment.ofArray(new int[100]);
    for (int run : new int[] {1, 2, 3, 4, 5, 8, 12, 20, 40}) {
      Mover mover = kernels(Kinds.of(bytes, bytes)).mover(new Strip(50, 0, run));
      assertThatIllegalStateException().isThrownBy(() -> mover.move(ints, 0, bytes, 0, 2));
      assertThatIllegalStateException().isThrownBy(() -> mover.move(bytes, 0, ints, 0, 2));
    }
  }
}
