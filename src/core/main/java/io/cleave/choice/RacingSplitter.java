package io.cleave.choice;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.backend.Usage;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spi.Background;
import io.cleave.spi.PlanMemo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has each split carried out by the candidate that is fastest here, as far as that is known, and
/// finds it out as it goes.
///
/// A challenger that fails is not tried again, and what it did not finish is done by the expected
/// candidate; that is reported at WARN, once for all that fail together, such as the routes of a
/// device. Mistakes of the caller are reported by whoever finds them, in the words that all
/// candidates share.
public final class RacingSplitter implements Splitter {
  private static final Logger LOG = LoggerFactory.getLogger(RacingSplitter.class);

  private final Field field;
  private final Book book;
  private final Choosing choosing;
  private final Runnable release;
  private final Splitter expected;
  private final PlanMemo<PlanChoice> choices = new PlanMemo<>(PlanChoice::new);

  /// Whoever is inside is counted here, and so nobody is inside a candidate when all are closed.
  private final Usage usage = new Usage("the splitter");

  private final Complaints complaints = new Complaints();

  private final Backstage backstage;

  /// @param expected carries out what is not raced; the first candidate's, or one like it
  /// @param release closes what the field has opened, `expected` too, all of it, whatever fails
  public RacingSplitter(
      Field field, Splitter expected, Book book, Choosing choosing, Runnable release) {
    this.field = field;
    this.expected = expected;
    this.book = book;
    this.choosing = choosing;
    this.release = release;
    this.backstage = new Backstage(field, complaints);
  }

  @Override
  public Device device() {
    return expected.device();
  }

  @Override
  public void split(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    usage.enter();
    try {
      PlanChoice choice = choices.of(plan);
      if (choice.isRaced()) {
        race(
            plan,
            choice,
            MemoryClass.of(data, parts),
            splitter -> {
              splitter.split(plan, data, parts);
              return parts;
            });
      } else {
        expected.split(plan, data, parts);
      }
    } finally {
      usage.exit();
    }
  }

  @Override
  public List<@Nullable Tensor> split(SplitPlan plan, Tensor data, Arena arena) {
    usage.enter();
    try {
      PlanChoice choice = choices.of(plan);
      return choice.isRaced()
          ? race(
              plan,
              choice,
              MemoryClass.of(data.data(), List.of()),
              splitter -> splitter.split(plan, data, arena))
          : expected.split(plan, data, arena);
    } finally {
      usage.exit();
    }
  }

  private <R> R race(
      SplitPlan plan, PlanChoice choice, MemoryClass memory, Function<Splitter, R> split) {
    PlanChoice.Entry entry = choice.entry(memory, field, book, choosing);
    Contest contest = entry.contest();
    if (contest.isDecided() || Background.DEVICES.isBusy() || !contest.tryEnter()) {
      return lead(entry, split);
    }
    try {
      return turn(entry, plan.bytes(), split);
    } finally {
      contest.exit();
    }
  }

  private <R> R lead(PlanChoice.Entry entry, Function<Splitter, R> split) {
    int leader = entry.contest().leader();
    Fitness fitness = entry.runners().fitness();
    if (!fitness.has(leader)) {
      backstage.makeFit(entry);
    } else if (!backstage.hasLookedAround() && mayFindMore(entry)) {
      backstage.offerToLookAround();
    }
    return run(entry, fitness.orExpected(leader), split);
  }

  /// Devices take a second to be found, so the others race first.
  private boolean mayFindMore(PlanChoice.Entry entry) {
    return entry.contest().isDecided()
        && entry.runners().mayGrow(field)
        && (choosing == Choosing.MEASURE || book.knowsAnother(entry.contest().occasion()))
        && entry.runners().isWorthIt();
  }

  private <R> R turn(PlanChoice.Entry entry, long bytes, Function<Splitter, R> split) {
    backstage.makeFit(entry);
    Contest contest = entry.contest();
    int who = contest.next(entry.runners().fitness());
    long begin = System.nanoTime();
    R result = run(entry, who, split);
    long taken = System.nanoTime() - begin;
    if (contest.finished(who, taken, bytes, !Background.DEVICES.isBusy())) {
      Verdict verdict = contest.verdict();
      LOG.debug("{}", verdict);
      ChoiceEvent.commit(verdict);
    }
    return result;
  }

  private <R> R run(PlanChoice.Entry entry, int who, Function<Splitter, R> split) {
    Runners runners = entry.runners();
    if (who == 0) {
      return split.apply(entry.contest().isGuess() ? expected : runners.splitter(0));
    }
    try {
      return split.apply(runners.splitter(who));
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The caller's mistake, which every candidate would refuse in the same words.
      throw e;
    } catch (RuntimeException e) {
      R result = runners.instead(e, split);
      entry.contest().failed(who, "it failed: " + Complaints.reason(e));
      complaints.tell(runners.candidates().get(who), e, runners.candidates().getFirst());
      return result;
    }
  }

  @Override
  public void split(StackedPlan plan, MemorySegment data, MemorySegment result) {
    usage.enter();
    try {
      expected.split(plan, data, result);
    } finally {
      usage.exit();
    }
  }

  @Override
  public Tensor split(StackedPlan plan, Tensor data, Arena arena) {
    return usage.during(() -> expected.split(plan, data, arena));
  }

  @Override
  public Route explain(StackedPlan plan) {
    return usage.during(() -> expected.explain(plan));
  }

  @Override
  public void split(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    usage.during(
        () -> {
          expected.split(plan, data, parts);
          return parts;
        });
  }

  @Override
  public List<String @Nullable []> split(SplitPlan plan, String[] data) {
    return usage.during(() -> expected.split(plan, data));
  }

  @Override
  public List<@Nullable Tensor> view(SplitPlan plan, Tensor data) {
    return usage.during(() -> expected.view(plan, data));
  }

  /// How the next split of this plan would be carried out, and what is known of the others.
  @Override
  public Route explain(SplitPlan plan) {
    return usage.during(() -> explainNow(plan));
  }

  private Route explainNow(SplitPlan plan) {
    PlanChoice choice = choices.of(plan);
    if (!choice.isRaced()) {
      return expected.explain(plan);
    }
    PlanChoice.Entry entry = entryToExplain(choice);
    if (!backstage.hasLookedAround() && book.knowsAnother(entry.contest().occasion())) {
      backstage.lookAroundOnce();
      entry = entryToExplain(choice);
    }
    return explain(plan, entry);
  }

  private PlanChoice.Entry entryToExplain(PlanChoice choice) {
    return choice
        .farthest(field.generation())
        .orElseGet(() -> choice.entry(MemoryClass.NATIVE, field, book, choosing));
  }

  private Route explain(SplitPlan plan, PlanChoice.Entry entry) {
    Runners runners = entry.runners();
    Contest contest = entry.contest();
    Verdict verdict = contest.verdict();
    // Who is recorded takes over as soon as it is fit.
    int leader =
        contest.isDecided() ? contest.leader() : runners.fitness().orExpected(contest.leader());
    Route route = (contest.isGuess() ? expected : runners.splitter(leader)).explain(plan);
    List<Route.Step> steps = new ArrayList<>(route.steps());
    verdict
        .figures()
        .forEach(figures -> steps.add(new Route.Step("candidate", figures.toString())));
    return new Route(
        route.name(),
        "%s; %s of %s".formatted(route.reason(), verdict.reason(), verdict.occasion()),
        steps);
  }

  /// What is known of the choice for a plan that was split here before; of the race that has come
  /// farthest if it was split in several kinds of memory. Empty if nobody races for it.
  public Optional<Verdict> verdict(SplitPlan plan) {
    return choices.of(plan).farthest(field.generation()).map(entry -> entry.contest().verdict());
  }

  /// Whether nothing is measured any more for a plan that was split here before, in the kind of
  /// memory whose race has come farthest.
  public boolean isSettled(SplitPlan plan) {
    return choices
        .of(plan)
        .farthest(field.generation())
        .filter(entry -> backstage.hasLookedAround() || !entry.runners().mayGrow(field))
        .filter(entry -> entry.contest().isDecided())
        .isPresent();
  }

  @Override
  public void close() {
    if (usage.close()) {
      backstage.close(() -> complaints.close(release, expected));
    }
  }
}
