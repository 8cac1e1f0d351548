package io.cleave.cpu;

import io.cleave.cpu.loops.ByKind;
import io.cleave.cpu.loops.Kinds;
import java.util.Arrays;
import java.util.function.Function;

/// The movers of one program, once for all kinds of memory that it met; found without a lock.
///
/// @param <K> the kernels that make them
/// @param <M> the movers
final class Bound<K, M> {
  private record Entry<M>(Kinds kinds, M movers) {
    boolean isFor(Class<?> data, Class<?> part, boolean isConfined) {
      return kinds.part() == part && kinds.data() == data && kinds.isConfined() == isConfined;
    }
  }

  private final Function<K, M> make;

  /// Threads race for it: what one adds another may lose, and add again.
  @SuppressWarnings("unchecked")
  private volatile Entry<M>[] entries = (Entry<M>[]) new Entry<?>[0];

  Bound(Function<K, M> make) {
    this.make = make;
  }

  /// The movers for a call.
  ///
  /// @param kernels always the same
  /// @param part the class of the memory that is written
  M of(ByKind<K> kernels, Call call, Class<?> part) {
    Class<?> data = call.data().getClass();
    for (Entry<M> entry : entries) {
      if (entry.isFor(data, part, call.isConfined())) {
        return entry.movers();
      }
    }
    return add(kernels, new Kinds(data, part, call.isConfined()));
  }

  private M add(ByKind<K> kernels, Kinds kinds) {
    M movers = make.apply(kernels.of(kinds));
    Entry<M>[] former = entries;
    Entry<M>[] more = Arrays.copyOf(former, former.length + 1);
    more[former.length] = new Entry<>(kinds, movers);
    entries = more;
    return movers;
  }
}
