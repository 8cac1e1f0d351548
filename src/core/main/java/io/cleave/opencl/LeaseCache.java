package io.cleave.opencl;

import io.cleave.opencl.session.Failures;
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

/// Keeps the most recently used of some closeable things, and closes each when it has been pushed
/// out and nobody uses it any more. One that is being made is waited for, not made twice. Things
/// may have weights: then as many are kept as are light enough together, and the last one always.
///
/// Safe for use by many threads. An exception of a maker reaches everybody who waited for that key,
/// and is not kept. Who happens to push something out does not suffer when it cannot be closed:
/// that is reported at WARN.
///
/// @param <K> a value with `equals`
/// @param <V> what is kept
final class LeaseCache<K, V extends AutoCloseable> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseCache.class);

  private final int capacity;
  private final long mostWeight;
  private final ToLongFunction<K> weigher;
  private final Function<K, V> maker;

  /// In the order of last use, the longest unused first.
  private final Map<K, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /// Of all entries together.
  private long weight;

  /// A cache of things that weigh nothing.
  LeaseCache(int capacity, Function<K, V> maker) {
    this(capacity, 0, _ -> 0, maker);
  }

  /// @param capacity how many things are kept, 1 or more
  /// @param mostWeight what they weigh together
  /// @param weigher the weight of the thing for a key
  LeaseCache(int capacity, long mostWeight, ToLongFunction<K> weigher, Function<K, V> maker) {
    this.capacity = capacity;
    this.mostWeight = mostWeight;
    this.weigher = weigher;
    this.maker = maker;
  }

  /// The thing for a key, made now if it is not kept.
  Lease<V> lease(K key) {
    Entry entry = enter(key);
    try {
      return new Lease<>(entry.value(key), () -> leave(entry));
    } catch (RuntimeException | Error e) {
      forget(key, entry);
      leave(entry);
      throw e;
    }
  }

  private Entry enter(K key) {
    List<Entry> dropped = new ArrayList<>();
    try {
      synchronized (entries) {
        Entry entry = entries.get(key);
        if (entry == null) {
          entry = new Entry(weigher.applyAsLong(key));
          entries.put(key, entry);
          weight += entry.weight;
          pushOut(dropped);
        }
        entry.users++;
        return entry;
      }
    } finally {
      dropped.forEach(LeaseCache::closeOrWarn);
    }
  }

  /// Drops the longest unused until the rest fits, but for the one that was entered last; one in
  /// use is closed by its last user.
  private void pushOut(List<Entry> dropped) {
    Iterator<Entry> oldest = entries.values().iterator();
    while (entries.size() > 1 && (entries.size() > capacity || weight > mostWeight)) {
      Entry entry = oldest.next();
      // First what may fail: what was removed and is not in the list would never be closed.
      if (entry.users == 0) {
        dropped.add(entry);
      }
      oldest.remove();
      left(entry);
    }
  }

  private void left(Entry entry) {
    entry.kept = false;
    weight -= entry.weight;
  }

  private void forget(K key, Entry entry) {
    synchronized (entries) {
      if (entries.remove(key, entry)) {
        left(entry);
      }
    }
  }

  private void leave(Entry entry) {
    boolean last;
    synchronized (entries) {
      entry.users--;
      last = entry.users == 0 && !entry.kept;
    }
    if (last) {
      closeOrWarn(entry);
    }
  }

  private static void closeOrWarn(LeaseCache<?, ?>.Entry entry) {
    try {
      entry.closeValue();
    } catch (RuntimeException e) {
      LOG.warn("what was pushed out of a cache could not be closed", e);
    }
  }

  int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /// Closes everything, whatever fails on the way; what is still in use, when it is given back.
  @Override
  public void close() {
    List<Entry> unused = new ArrayList<>();
    synchronized (entries) {
      for (Entry entry : entries.values()) {
        left(entry);
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

  /// One thing that is kept, perhaps still being made. What the cache's lock guards: `users` and
  /// `kept`; what its own lock guards: the rest.
  private final class Entry {
    private final long weight;
    private int users;
    private boolean kept = true;
    private @Nullable V value;
    private @Nullable RuntimeException failure;

    Entry(long weight) {
      this.weight = weight;
    }

    synchronized V value(K key) {
      if (failure != null) {
        throw failure;
      }
      V made = value;
      if (made == null) {
        made = make(key);
        value = made;
      }
      return made;
    }

    private V make(K key) {
      try {
        return maker.apply(key);
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }

    synchronized void closeValue() {
      V made = value;
      value = null;
      if (made != null) {
        close(made);
      }
    }

    private void close(V made) {
      try {
        made.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("%s cannot be closed".formatted(made), e);
      }
    }
  }
}
