package io.cleave.cpu.loops;

import java.util.Arrays;
import java.util.function.Function;

/// Cache of a value for each [MemoryKinds], without locks.
///
/// Safe for use by many threads. If two add entries at once, one entry is lost and made again.
///
/// @param <T> the value
public final class KindsCache<T> {
  private record Entry<T>(MemoryKinds kinds, T value) {}

  private final Function<MemoryKinds, T> make;

  @SuppressWarnings("unchecked")
  private volatile Entry<T>[] entries = (Entry<T>[]) new Entry<?>[0];

  public KindsCache(Function<MemoryKinds, T> make) {
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
