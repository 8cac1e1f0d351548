package io.cleave.bench.tune;

import io.cleave.bench.Subject;
import io.cleave.choice.Book;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.Verdict;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Has those who choose split one subject again and again until they have chosen. Used by one
/// thread.
public final class Tuning {
  /// Asking how a race stands disturbs it a little.
  private static final int CALLS = 16;

  private final List<Function<Book, RacingSplitter>> openers;
  private final Duration most;

  /// @param openers those who choose, each opened with a book that knows of no race
  /// @param most how long each may race for one subject
  public Tuning(List<Function<Book, RacingSplitter>> openers, Duration most) {
    this.openers = List.copyOf(openers);
    this.most = most;
  }

  /// What came out: one verdict for each who chose and came to an end.
  ///
  /// @throws io.cleave.backend.OpenClException if a device that was named fails
  /// @throws OutOfMemoryError if the tensor does not fit the memory
  public List<Verdict> run(Subject subject) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Function<Book, RacingSplitter> opener : openers) {
      try (Arena arena = Arena.ofShared();
          RacingSplitter splitter = opener.apply(new Book())) {
        race(subject, splitter, arena);
        splitter.verdict(subject.plan()).filter(Verdict::isFinal).ifPresent(verdicts::add);
      }
    }
    return verdicts;
  }

  private void race(Subject subject, RacingSplitter splitter, Arena arena) {
    SplitPlan plan = subject.plan();
    MemorySegment data = subject.memory().allocate(plan.type(), plan.bytes(), arena);
    List<@Nullable MemorySegment> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(
          part.isWanted() ? subject.memory().allocate(plan.partType(), part.bytes(), arena) : null);
    }
    long begin = System.nanoTime();
    while (!hasEnded(splitter, plan) && System.nanoTime() - begin < most.toNanos()) {
      for (int i = 0; i < CALLS; i++) {
        splitter.split(plan, data, parts);
      }
    }
  }

  /// Devices that are found meanwhile begin a race of their own, which has no verdict yet.
  private static boolean hasEnded(RacingSplitter splitter, SplitPlan plan) {
    return splitter.isSettled(plan) && splitter.verdict(plan).filter(Verdict::isFinal).isPresent();
  }
}
