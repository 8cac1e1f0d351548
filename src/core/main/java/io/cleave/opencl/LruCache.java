package io.cleave.opencl;

import io.cleave.opencl.session.Failures;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reference-counted LRU cache of values that are closed: a value that was evicted is closed by its
/// last user. Threads that need the same value wait until one of them has made it.
///
/// Safe for use by many threads.
///
/// @param <K> a value with `equals`
/// @param <V> what is kept
final class LruCache<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LruCache.class);

  private final int capacity;
  private final long mostWeight;
  private final ToLongFunction<K> weigher;
  private final Function<K, V> maker;
  private final Consumer<? super V> closer;

  /// In the order of last use, the longest unused first.
  private final Map<K, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long weight;

  /// @param capacity the most values, 1 or more
  /// @param mostWeight the most that values weigh together; the latest is kept in any case
  /// @param weigher the weight of the value for a key
  LruCache(
      int capacity,
      long mostWeight,
      ToLongFunction<K> weigher,
      Function<K, V> maker,
      Consumer<? super V> closer) {
    this.capacity = capacity;
    this.mostWeight = mostWeight;
    this.weigher = weigher;
    this.maker = maker;
    this.closer = closer;
  }

  /// The value for a key, made now unless it is kept; it is not closed before the entry is.
  Entry lease(K key) {
    List<Entry> evicted = new ArrayList<>();
    Entry entry;
    synchronized (entries) {
      entry = entries.get(key);
      if (entry == null) {
        entry = new Entry(weigher.applyAsLong(key));
        entries.put(key, entry);
        weight += entry.weight;
        evict(evicted);
      }
      entry.users++;
    }
    evicted.forEach(this::closeOrWarn);
    try {
      entry.make(key);
      return entry;
    } catch (RuntimeException | Error e) {
      synchronized (entries) {
        if (entries.remove(key, entry)) {
          leave(entry);
        }
      }
      entry.close();
      throw e;
    }
  }

  /// Takes the longest unused entries out until the rest fits, but for the latest.
  private void evict(List<Entry> evicted) {
    Iterator<Entry> oldest = entries.values().iterator();
    while (entries.size() > 1 && (entries.size() > capacity || weight > mostWeight)) {
      Entry entry = oldest.next();
      if (entry.users == 0) {
        evicted.add(entry);
      }
      oldest.remove();
      leave(entry);
    }
  }

  private void leave(Entry entry) {
    entry.isKept = false;
    weight -= entry.weight;
  }

  /// A caller does not fail because another's value cannot be closed.
  private void closeOrWarn(Entry entry) {
    try {
      entry.closeValue();
    } catch (RuntimeException e) {
      LOG.warn("what was evicted from a cache could not be closed", e);
    }
  }

  int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /// Closes all values; one in use, when its last user closes the entry.
  @Override
  public void close() {
    List<Entry> unused = new ArrayList<>();
    synchronized (entries) {
      for (Entry entry : entries.values()) {
        leave(entry);
        if (entry.users == 0) {
          unused.add(entry);
        }
      }
      entries.clear();
    }
    Failures failures = new Failures();
    unused.forEach(entry -> failures.attempt(entry::closeValue));
    failures.throwFirst();
  }

  /// A value in use. Each user closes it once. The cache's lock guards `users` and `isKept`, the
  /// entry's own lock guards the value.
  final class Entry implements AutoCloseable {
    private final long weight;
    private int users;
    private boolean isKept = true;
    private @Nullable V value;

    private Entry(long weight) {
      this.weight = weight;
    }

    private synchronized void make(K key) {
      if (value == null) {
        value = maker.apply(key);
      }
    }

    synchronized V value() {
      V made = value;
      if (made == null) {
        throw new IllegalStateException("the entry is closed");
      }
      return made;
    }

    private synchronized void closeValue() {
      V made = value;
      value = null;
      if (made != null) {
        closer.accept(made);
      }
    }

    @Override
    public void close() {
      boolean isLast;
      synchronized (entries) {
        users--;
        isLast = users == 0 && !isKept;
      }
      if (isLast) {
        closeOrWarn(this);
      }
    }
  }
}
