package io.cleave.backend;

import io.cleave.plan.Experimental;
import io.cleave.plan.SplitPlan;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was derived from plans, found again without a lock and without allocation.
///
/// It forgets: of plans that meet in one place of its table the two latest stay. So what is derived
/// must be free of anything to be closed, and cheap enough to be derived again.
///
/// Safe for use by many threads; two of them may derive the same at once.
///
/// @param <V> what is derived, an immutable value or something that many threads may use
@Experimental
public final class PlanMemo<V> {
  /// A server sees a handful of plans over and over.
  private static final int PLACES = 256;

  /// What has more parts is derived anew each time, which costs less than to move them.
  public static final int MOST_PARTS = 4096;

  private record Entry<V>(SplitPlan plan, V value) {}

  /// Entries are immutable, so a thread that reads one sees all of it.
  private final @Nullable Entry<V>[] entries;

  private final Function<SplitPlan, V> derivation;

  /// @param derivation what to derive from a plan
  @SuppressWarnings({"unchecked", "rawtypes"})
  public PlanMemo(Function<SplitPlan, V> derivation) {
    this.derivation = derivation;
    this.entries = (Entry<V>[]) new Entry[PLACES];
  }

  /// What is derived from a plan, now if it is not known.
  public V of(SplitPlan plan) {
    int hash = plan.hashCode();
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    Entry<V> first = entries[place];
    if (first != null && first.plan.equals(plan)) {
      return first.value;
    }
    Entry<V> second = entries[place ^ 1];
    if (second != null && second.plan.equals(plan)) {
      return second.value;
    }
    Entry<V> made = new Entry<>(plan, derivation.apply(plan));
    if (plan.partCount() <= MOST_PARTS) {
      entries[place ^ 1] = first;
      entries[place] = made;
    }
    return made.value;
  }
}
