package io.cleave.spi;

import io.cleave.plan.SplitPlan;
import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Cache of values derived from plans, without locks, and without allocation on a hit.
///
/// Each hash has two places, which keep the two latest plans, and none if memory runs short. So a
/// value must need no closing and be cheap to derive again.
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

  /// Entries are immutable, so a thread that reads one sees all of it. References are soft, since
  /// what plain Java derives from 256 plans of [#MOST_PARTS] parts takes 325 MB.
  private final AtomicReferenceArray<@Nullable SoftReference<Entry<V>>> table =
      new AtomicReferenceArray<>(PLACES);

  /// @param derivation from a plan to its value
  public PlanMemo(Function<SplitPlan, V> derivation) {
    this.derivation = derivation;
  }

  /// The value of a plan, derived now if it is not known. Two threads may do this at once: then one
  /// value may be lost.
  public V of(SplitPlan plan) {
    int place = (plan.hashCode() ^ plan.hashCode() >>> 16) & (PLACES - 1);
    for (int i = 0; i < 2; i++) {
      SoftReference<Entry<V>> kept = table.get(place ^ i);
      Entry<V> known = kept == null ? null : kept.get();
      if (known != null && known.plan.equals(plan)) {
        return known.value;
      }
    }
    V made = derivation.apply(plan);
    if (plan.partCount() <= MOST_PARTS) {
      table.set(place ^ 1, table.get(place));
      table.set(place, new SoftReference<>(new Entry<>(plan, made)));
    }
    return made;
  }
}
