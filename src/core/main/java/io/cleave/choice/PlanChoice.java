package io.cleave.choice;

import io.cleave.backend.PlanMemo;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

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
  private final AtomicReferenceArray<@Nullable Entry> entries =
      new AtomicReferenceArray<>(MemoryClass.values().length);

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
    Entry known = entries.get(index(memory));
    return known != null && known.generation() == field.generation()
        ? known
        : enter(memory, field, book, choosing);
  }

  private synchronized Entry enter(MemoryClass memory, Field field, Book book, Choosing choosing) {
    int generation = field.generation();
    Entry known = entries.get(index(memory));
    if (known != null && known.generation() == generation) {
      return known;
    }
    Runners runners = new Runners(plan, memory, field.candidates(plan, memory));
    Occasion occasion = Occasion.of(field.name(), plan, memory.toString(), runners.candidates());
    Contest contest = book.contest(occasion, runners.candidates(), choosing);
    Entry made = new Entry(contest, runners, generation);
    entries.set(index(memory), made);
    return made;
  }

  private static int index(MemoryClass memory) {
    return memory == MemoryClass.NATIVE ? 0 : 1;
  }

  /// The race that has come farthest, if there was any.
  Optional<Entry> farthest(int generation) {
    Entry found = null;
    for (int i = 0; i < entries.length(); i++) {
      Entry entry = entries.get(i);
      if (entry != null
          && entry.generation() == generation
          && (found == null || rounds(entry) > rounds(found))) {
        found = entry;
      }
    }
    return Optional.ofNullable(found);
  }

  private static int rounds(Entry entry) {
    return entry.contest().verdict().figures().stream().mapToInt(Figures::rounds).sum();
  }
}
