package io.cleave.spi;

import io.cleave.plan.SplitPlan;
import java.lang.ref.SoftReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Cache of values derived from plans, without locks, and without allocation where a value is
/// found.
///
/// It forgets: of plans that meet in one place of its table the two latest stay, and none of them
/// if memory runs short. So a value must need no closing and be cheap to derive again.
///
/// Safe for use by many threads; two of them may derive the same value at once.
///
/// @param <V> an immutable value, or one that many threads may use
public final class PlanMemo<V> {
  /// A server uses a handful of plans over and over.
  private static final int PLACES = 256;

  /// For more parts a value is derived anew each time, which takes less time than to move them.
  public static final int MOST_PARTS = 4096;

  private record Entry<V>(SplitPlan plan, V value) {}

  private final Function<SplitPlan, V> derivation;

  /// Entries are immutable, so a thread that reads one sees all of it. The reference is soft, since
  /// what plain Java derives from 256 plans of [#MOST_PARTS] parts takes 325 MB.
  private volatile SoftReference<@Nullable Entry<V>[]> table = new SoftReference<>(places());

  /// @param derivation from a plan to its value
  public PlanMemo(Function<SplitPlan, V> derivation) {
    this.derivation = derivation;
  }

  /// The value of a plan, derived now if it is not known.
  public V of(SplitPlan plan) {
    int place = (plan.hashCode() ^ plan.hashCode() >>> 16) & (PLACES - 1);
    Entry<V> known = find(plan, place);
    if (known != null) {
      return known.value;
    }
    // No strong reference to the table here: it may give way to the value.
    V made = derivation.apply(plan);
    if (plan.partCount() <= MOST_PARTS) {
      keep(new Entry<>(plan, made), place);
    }
    return made;
  }

  private @Nullable Entry<V> find(SplitPlan plan, int place) {
    @Nullable Entry<V>[] entries = table.get();
    if (entries == null) {
      return null;
    }
    Entry<V> first = entries[place];
    if (first != null && first.plan.equals(plan)) {
      return first;
    }
    Entry<V> second = entries[place ^ 1];
    return second != null && second.plan.equals(plan) ? second : null;
  }

  /// Two threads may do this at once: then one value may be lost.
  private void keep(Entry<V> made, int place) {
    @Nullable Entry<V>[] entries = table.get();
    if (entries == null) {
      entries = places();
      table = new SoftReference<>(entries);
    }
    entries[place ^ 1] = entries[place];
    entries[place] = made;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <V> @Nullable Entry<V>[] places() {
    return (Entry<V>[]) new Entry[PLACES];
  }
}
