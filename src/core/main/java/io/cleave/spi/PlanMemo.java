package io.cleave.spi;

import io.cleave.plan.SplitPlan;
import java.lang.ref.SoftReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was derived from plans, found again without a lock and without allocation.
///
/// It forgets: of plans that meet in one place of its table the two latest stay, and none of them
/// where memory runs short, unless it was told to keep them then. So what is derived must be free
/// of anything to be closed, and cheap enough to be derived again.
///
/// Safe for use by many threads; two of them may derive the same at once.
///
/// @param <V> what is derived, an immutable value or something that many threads may use
public final class PlanMemo<V> {
  /// A server sees a handful of plans over and over.
  private static final int PLACES = 256;

  /// What has more parts is derived anew each time, which costs less than to move them.
  public static final int MOST_PARTS = 4096;

  private record Entry<V>(SplitPlan plan, V value) {}

  private final Function<SplitPlan, V> derivation;

  private final boolean gives;

  /// Gives the table, or null: entries are immutable, so a thread that reads one sees all of it.
  /// With 256 plans of [#MOST_PARTS] parts, what plain Java derives takes 325 MB, which a program
  /// may need for its data; so the JVM may have all of it, by one reference.
  private volatile Supplier<@Nullable Entry<V> @Nullable []> kept = () -> null;

  /// @param derivation what to derive from a plan
  public PlanMemo(Function<SplitPlan, V> derivation) {
    this(derivation, true);
  }

  /// @param derivation what to derive from a plan
  /// @param gives whether it gives way where memory runs short: not where little is kept that takes
  ///   long to find out
  public PlanMemo(Function<SplitPlan, V> derivation, boolean gives) {
    this.derivation = derivation;
    this.gives = gives;
  }

  /// What is derived from a plan, now if it is not known.
  public V of(SplitPlan plan) {
    int hash = plan.hashCode();
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    Entry<V> known = find(plan, place);
    if (known != null) {
      return known.value;
    }
    // Nobody holds the table here, so that it can give way to what is derived.
    V made = derivation.apply(plan);
    if (plan.partCount() <= MOST_PARTS) {
      keep(new Entry<>(plan, made), place);
    }
    return made;
  }

  private @Nullable Entry<V> find(SplitPlan plan, int place) {
    @Nullable Entry<V> @Nullable [] entries = kept.get();
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

  /// Threads race for it: what one keeps another may lose.
  private void keep(Entry<V> made, int place) {
    @Nullable Entry<V> @Nullable [] entries = kept.get();
    if (entries == null) {
      entries = table();
      kept = holder(entries);
    }
    entries[place ^ 1] = entries[place];
    entries[place] = made;
  }

  private Supplier<@Nullable Entry<V> @Nullable []> holder(@Nullable Entry<V>[] entries) {
    return gives ? new SoftReference<>(entries)::get : () -> entries;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <V> @Nullable Entry<V>[] table() {
    return (Entry<V>[]) new Entry[PLACES];
  }
}
