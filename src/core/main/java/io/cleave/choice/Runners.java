package io.cleave.choice;

import io.cleave.backend.Splitter;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// The candidates of one splitter for one plan in one kind of memory, and which of them are fit.
///
/// Safe for use by many threads.
final class Runners {
  private static final int FEWEST_CALLS = 3;
  private static final int MOST_COUNTED = 1 << 20;

  /// What takes some milliseconds: of images of 256 KiB the 256th, of a tensor of 32 MiB the third.
  private static final long LEAST_BYTES = 64 << 20;

  private final SplitPlan plan;
  private final MemoryClass memory;
  private final List<Candidate> candidates;
  private final Fitness fitness = new Fitness();
  private final AtomicInteger calls = new AtomicInteger();

  Runners(SplitPlan plan, MemoryClass memory, List<Candidate> candidates) {
    this.plan = plan;
    this.memory = memory;
    this.candidates = List.copyOf(candidates);
  }

  List<Candidate> candidates() {
    return candidates;
  }

  Fitness fitness() {
    return fitness;
  }

  /// Counts a call.
  ///
  /// @return whether the plan was split so often that it is worth to open devices and to compile
  ///   for it: a command that splits a file once does nothing of it
  boolean isWorthIt() {
    int count = calls.get() < MOST_COUNTED ? calls.incrementAndGet() : MOST_COUNTED;
    return count >= FEWEST_CALLS && count * plan.bytes() >= LEAST_BYTES;
  }

  /// Whether there may be more.
  boolean mayGrow(Field field) {
    return field.mayFindMore(plan, memory);
  }

  Splitter splitter(int candidate) {
    return candidates.get(candidate).splitter();
  }

  String name(int candidate) {
    return candidates.get(candidate).name();
  }

  /// Has the expected one do what a challenger has failed to do. Where it fails as well, nobody has
  /// gone on, and nothing is known of the challenger.
  <R> R instead(RuntimeException failure, Function<Splitter, R> split) {
    try {
      return split.apply(splitter(0));
    } catch (RuntimeException e) {
      if (!e.equals(failure)) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }

  /// Makes fit all that still race, or the one that has won.
  ///
  /// @param complaints hears of those that fail
  /// @param isOver whether the splitter is being closed
  void makeFit(Contest contest, Complaints complaints, BooleanSupplier isOver) {
    Consumer<IntConsumer> each = step -> each(contest, complaints, isOver, step);
    if (!Entrance.isFor(plan)) {
      each.accept(i -> judge(i, contest, openly(i)));
      return;
    }
    try (Entrance entrance = new Entrance(plan, memory, splitter(0), isOver)) {
      // All are warmed before any is judged: what one has had compiled is often another's, too, and
      // the first of them may have run out of time over it.
      each.accept(i -> entrance.warm(splitter(i), isOver));
      each.accept(i -> judge(i, contest, entrance, isOver));
    } catch (RuntimeException | OutOfMemoryError e) {
      // Such as memory that is not there for a trial: nobody takes part.
      each.accept(i -> contest.failed(i, "no trial: " + Complaints.reason(e)));
    }
  }

  /// Opens a challenger that is not tried.
  private Optional<String> openly(int challenger) {
    splitter(challenger);
    return Optional.empty();
  }

  private void judge(int challenger, Contest contest, Entrance entrance, BooleanSupplier isOver) {
    Optional<String> refusal = entrance.refusal(splitter(challenger), isOver);
    // A trial that was cut short tells nothing, and splitters that stay may be in the contest.
    if (!isOver.getAsBoolean()) {
      judge(challenger, contest, refusal);
    }
  }

  private void judge(int challenger, Contest contest, Optional<String> refusal) {
    refusal.ifPresentOrElse(why -> contest.out(challenger, why), () -> fitness.add(challenger));
  }

  private void each(
      Contest contest, Complaints complaints, BooleanSupplier isOver, IntConsumer step) {
    for (int i = 1; i < candidates.size() && !isOver.getAsBoolean(); i++) {
      if (contest.needs(i)) {
        try {
          step.accept(i);
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
          contest.failed(i, Complaints.reason(e));
          complaints.tell(candidates.get(i), e, candidates.getFirst());
        }
      }
    }
  }
}
