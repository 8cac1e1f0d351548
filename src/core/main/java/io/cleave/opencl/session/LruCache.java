package io.cleave.opencl.session;

import io.cleave.spi.Failures;
import io.cleave.spi.Scope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reference-counted LRU cache of values that are closed when they are evicted. A value in use is
/// not evicted. Threads that need the same value wait until one of them has made it.
///
/// Safe for use by many threads.
///
/// @param <K> a value with `equals`
/// @param <V> what is kept
public final class LruCache<K, V extends Scope> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LruCache.class);

  private final long mostWeight;
  private final ToLongFunction<K> weigher;
  private final Function<K, V> maker;

  /// In the order of last use, the longest unused first.
  private final Map<K, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long weight;

  /// @param mostWeight the largest sum of weights; values in use are kept in any case
  /// @param weigher the weight of the value for a key
  public LruCache(long mostWeight, ToLongFunction<K> weigher, Function<K, V> maker) {
    this.mostWeight = mostWeight;
    this.weigher = weigher;
    this.maker = maker;
  }

  /// The entry of a key, in use until it is closed.
  public Entry lease(K key) {
    List<Entry> evicted;
    Entry entry;
    synchronized (entries) {
      entry = entries.get(key);
      if (entry != null) {
        entry.users++;
        return entry;
      }
      entry = new Entry(key);
      entries.put(key, entry);
      weight += weigher.applyAsLong(key);
      evicted = evict();
    }
    try {
      Failures.each(evicted, Entry::closeValue);
    } catch (RuntimeException e) {
      // This call does not fail because another value cannot be closed.
      LOG.warn("what was evicted from a cache could not be closed", e);
    }
    return entry;
  }

  /// Removes the longest unused entries until the others fit.
  private List<Entry> evict() {
    List<Entry> evicted = new ArrayList<>();
    Iterator<Entry> oldest = entries.values().iterator();
    while (weight > mostWeight && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.users == 0) {
        oldest.remove();
        weight -= weigher.applyAsLong(entry.key);
        evicted.add(entry);
      }
    }
    return evicted;
  }

  /// Closes all values. None may be in use.
  @Override
  public void close() {
    synchronized (entries) {
      Failures.each(entries.values(), Entry::closeValue);
    }
  }

  /// A value in use. Each user closes it once. The cache's lock guards the count of users, the
  /// entry's own lock the value.
  public final class Entry implements AutoCloseable {
    private final K key;
    private int users = 1;
    private @Nullable V value;

    private Entry(K key) {
      this.key = key;
    }

    /// The value, made on first use. After a failure, the next user tries again.
    public synchronized V value() {
      V made = value;
      if (made == null) {
        made = maker.apply(key);
        value = made;
      }
      return made;
    }

    private synchronized void closeValue() {
      V made = value;
      value = null;
      if (made != null) {
        made.close();
      }
    }

    @Override
    public void close() {
      synchronized (entries) {
        users--;
      }
    }
  }
}
