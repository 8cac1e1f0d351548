package io.cleave.choice;

import io.cleave.backend.PlanMemo;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a splitter knows of the choice for one plan: for each kind of memory that it met, alone and
/// busy, the race and its runners.
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
      new AtomicReferenceArray<>(2 * MemoryClass.COUNT);

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
  Entry entry(MemoryClass memory, boolean busy, Field field, Book book, Choosing choosing) {
    int place = 2 * memory.index() + (busy ? 1 : 0);
    Entry known = entries.get(place);
    return known != null && known.generation() == field.generation()
        ? known
        : enter(place, memory, busy, field, book, choosing);
  }

  private synchronized Entry enter(
      int place, MemoryClass memory, boolean busy, Field field, Book book, Choosing choosing) {
    int generation = field.generation();
    Entry known = entries.get(place);
    if (known != null && known.generation() == generation) {
      return known;
    }
    List<Candidate> candidates = candidates(memory, busy, field, known);
    if (known != null && candidates.size() == 1) {
      Entry unchanged = new Entry(known.contest(), known.runners(), generation);
      entries.set(place, unchanged);
      return unchanged;
    }
    Runners runners = new Runners(plan, memory, candidates);
    Occasion occasion =
        Occasion.of(field.name(), plan, memory.toString(), busy, runners.candidates());
    Contest contest = book.contest(occasion, runners.candidates(), choosing);
    Entry made = new Entry(contest, runners, generation);
    entries.set(place, made);
    return made;
  }

  /// Who races now that there are more than were known: they, and who did not lose before.
  private List<Candidate> candidates(
      MemoryClass memory, boolean busy, Field field, @Nullable Entry known) {
    List<Candidate> all = field.candidates(plan, memory, busy);
    if (known == null) {
      return all;
    }
    List<String> survivors = known.contest().survivors();
    List<String> raced = known.runners().candidates().stream().map(Named::name).toList();
    return Stream.concat(
            survivors.stream().flatMap(name -> all.stream().filter(one -> one.name().equals(name))),
            all.stream().filter(one -> !raced.contains(one.name())))
        .toList();
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
