package io.cleave.cpu;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;

/// The movers of one program, once for each kinds of memory that it met; found without a lock.
///
/// @param <K> the kernels that make them
/// @param <M> the movers
final class Bound<K, M> {
  private record Entry<M>(ByKind<?> kernels, Class<?> data, Class<?> part, M movers) {
    boolean isFor(ByKind<?> kernels, Class<?> data, Class<?> part) {
      return this.part == part && this.data == data && this.kernels.equals(kernels);
    }
  }

  private final Function<K, M> make;

  /// Threads race for it: what one adds another may lose, and add again.
  @SuppressWarnings("unchecked")
  private volatile Entry<M>[] entries = (Entry<M>[]) new Entry<?>[0];

  Bound(Function<K, M> make) {
    this.make = make;
  }

  M of(ByKind<K> kernels, MemorySegment data, Class<?> part) {
    Class<?> dataKind = data.getClass();
    for (Entry<M> entry : entries) {
      if (entry.isFor(kernels, dataKind, part)) {
        return entry.movers();
      }
    }
    return add(kernels, dataKind, part);
  }

  private M add(ByKind<K> kernels, Class<?> data, Class<?> part) {
    M movers = make.apply(kernels.of(data, part));
    Entry<M>[] former = entries;
    Entry<M>[] more = Arrays.copyOf(former, former.length + 1);
    more[former.length] = new Entry<>(kernels, data, part, movers);
    entries = more;
    return movers;
  }
}
