package io.cleave.choice;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.PlanMemo;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The choices of a splitter for one plan: for each kind of memory, the race and its runners.
///
/// Safe for use by many threads.
final class PlanChoice {
  /// Below this a split takes a few microseconds, and which candidate is fastest is known: whoever
  /// starts nothing and wakes nobody.
  private static final long LEAST_BYTES = 64 << 10;

  /// A race with those who run it here.
  ///
  /// @param contest the race, which other splitters may be in, too
  /// @param runners those of this splitter
  /// @param generation of the field that they are from
  record Entry(Contest contest, Runners runners, int generation) {}

  private final SplitPlan plan;
  private final Map<MemoryClass, Entry> entries = new ConcurrentHashMap<>();

  PlanChoice(SplitPlan plan) {
    this.plan = plan;
  }

  /// Whether it is worth to choose at all.
  boolean isRaced() {
    return plan.unit() != Unit.ELEMENT
        && plan.bytes() >= LEAST_BYTES
        && plan.partCount() <= PlanMemo.MOST_PARTS;
  }

  /// The race for memory of a class.
  Entry entry(MemoryClass memory, Field field, Book book, Choosing choosing) {
    Entry known = entries.get(memory);
    return known != null && known.generation() == field.generation()
        ? known
        : enter(memory, field, book, choosing);
  }

  private synchronized Entry enter(MemoryClass memory, Field field, Book book, Choosing choosing) {
    int generation = field.generation();
    Entry known = entries.get(memory);
    if (known != null && known.generation() == generation) {
      return known;
    }
    Runners runners = new Runners(plan, memory, field.candidates(plan, memory));
    Occasion occasion = Occasion.of(field.name(), plan, memory.toString(), runners.candidates());
    Contest contest = book.contest(occasion, runners.candidates(), choosing);
    Entry made = new Entry(contest, runners, generation);
    entries.put(memory, made);
    return made;
  }

  /// The race that has come farthest, if there was any.
  Optional<Entry> farthest(int generation) {
    return entries.values().stream()
        .filter(entry -> entry.generation() == generation)
        .max(Comparator.comparingInt(PlanChoice::rounds));
  }

  private static int rounds(Entry entry) {
    return entry.contest().verdict().figures().stream().mapToInt(Figures::rounds).sum();
  }
}
