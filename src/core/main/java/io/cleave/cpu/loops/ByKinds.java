package io.cleave.cpu.loops;

import java.util.Arrays;
import java.util.function.Function;

/// Cache of what is made once for each [MemoryKinds]; found without a lock.
///
/// Safe for use by many threads. They race to add: an entry of one may get lost and be made again.
///
/// @param <T> what is made
public final class ByKinds<T> {
  private record Entry<T>(MemoryKinds kinds, T value) {}

  private final Function<MemoryKinds, T> make;

  @SuppressWarnings("unchecked")
  private volatile Entry<T>[] entries = (Entry<T>[]) new Entry<?>[0];

  public ByKinds(Function<MemoryKinds, T> make) {
    this.make = make;
  }

  public T of(MemoryKinds kinds) {
    for (Entry<T> entry : entries) {
      MemoryKinds known = entry.kinds;
      if (known.part() == kinds.part()
          && known.data() == kinds.data()
          && known.isConfined() == kinds.isConfined()) {
        return entry.value;
      }
    }
    T made = make.apply(kinds);
    Entry<T>[] former = entries;
    Entry<T>[] more = Arrays.copyOf(former, former.length + 1);
    more[former.length] = new Entry<>(kinds, made);
    entries = more;
    return made;
  }
}
