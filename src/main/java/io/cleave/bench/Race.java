package io.cleave.bench;

import io.cleave.backend.OpenClException;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// Takes all entrants in turn, so that whatever else the machine does disturbs all alike. They are
/// shuffled for each round: who comes after another that splits the same data finds it in the
/// cache, and when everybody always had the same one before, identical code differed by 1.4. Used
/// by one thread.
public final class Race {
  /// Threads of OpenMP, which peers use, spin for some milliseconds after their work and take the
  /// processor from whoever comes next.
  private static final Duration PAUSE_AFTER_PEERS = Duration.ofMillis(5);

  private final List<Entrant> entrants;
  private final OutputPool pool;
  private final Effort effort;

  /// @param pool where those of the entrants write who use it
  public Race(List<Entrant> entrants, OutputPool pool, Effort effort) {
    this.entrants = List.copyOf(entrants);
    this.pool = pool;
    this.effort = effort;
  }

  /// Runs one heat.
  ///
  /// @throws IllegalArgumentException if the tensor, its parts or a copy do not fit an array
  /// @throws OutOfMemoryError if the tensor does not fit the memory
  public Heat run(Subject subject) {
    subject.requireRoom();
    // Of a tensor that is converted the copy may be longer.
    subject.memory().require(subject.plan().type(), subject.bytes());
    pool.begin(subject);
    List<Absence> absences = new ArrayList<>();
    Map<Entrant, Stopwatch> present = new LinkedHashMap<>();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment most = TestData.of(subject, arena);
      MemorySegment random = most.asSlice(0, subject.plan().bytes());
      MemorySegment data = inPlace(random, subject, arena);
      try {
        for (Entrant entrant : entrants) {
          MemorySegment given =
              switch (entrant.role()) {
                // Peers take native memory alone; what they do is no slower in it.
                case PEER -> random;
                case COPY -> subject.plan().converts() ? most.asSlice(0, subject.bytes()) : data;
                case SPLITTER, CHOICE -> data;
              };
          Optional<Absence> absence = admit(entrant, subject, given, present);
          absence.ifPresent(absences::add);
        }
        takeTurns(present);
        return new Heat(subject, measurements(present, subject.bytes()), absences);
      } finally {
        present.values().forEach(Stopwatch::close);
      }
    }
  }

  private Optional<Absence> admit(
      Entrant entrant, Subject subject, MemorySegment data, Map<Entrant, Stopwatch> present) {
    SplitPlan plan = entrant.plan(subject);
    String refusal = entrant.contender().refusal(plan);
    if (!refusal.isEmpty()) {
      return Optional.of(new Absence(entrant.contender().label(), refusal, false));
    }
    try {
      Stopwatch watch = new Stopwatch(entrant.contender().prepare(plan, data));
      present.put(entrant, watch);
      pool.poison(plan);
      watch.run().once();
      Optional<String> wrong = new AnswerCheck(plan, data, entrant.role()).firstWrong(watch.run());
      if (wrong.isEmpty()) {
        warmUp(entrant, watch);
        return Optional.empty();
      }
      return Optional.of(dismissed(entrant, present, wrong.get(), true));
    } catch (RuntimeException e) {
      if (!isRefusal(e) && entrant.role() != Role.PEER) {
        throw e;
      }
      return Optional.of(dismissed(entrant, present, String.valueOf(e.getMessage()), false));
    }
  }

  /// A peer may fail as it likes; of this library's failures these alone are not faults.
  private static boolean isRefusal(RuntimeException failure) {
    return failure instanceof OpenClException || failure instanceof UnsupportedOperationException;
  }

  private void warmUp(Entrant entrant, Stopwatch watch) {
    if (entrant.role() == Role.CHOICE) {
      watch.settle(effort);
    } else {
      watch.warmUp(entrant.contender().isJava() ? effort.compiling() : effort.warmUp());
    }
  }

  private static Absence dismissed(
      Entrant entrant, Map<Entrant, Stopwatch> present, String reason, boolean wrong) {
    Stopwatch watch = present.remove(entrant);
    if (watch != null) {
      watch.close();
    }
    return new Absence(entrant.contender().label(), reason, wrong);
  }

  private void takeTurns(Map<Entrant, Stopwatch> present) {
    List<Map.Entry<Entrant, Stopwatch>> left = new ArrayList<>(present.entrySet());
    Random random = new Random(present.size());
    while (!left.isEmpty()) {
      Collections.shuffle(left, random);
      for (var next : left) {
        next.getValue().turn();
        if (next.getKey().role() == Role.PEER) {
          pause();
        }
      }
      left.removeIf(entry -> entry.getValue().isDone(effort));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_AFTER_PEERS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Measurement> measurements(Map<Entrant, Stopwatch> present, long bytes) {
    List<Measurement> measurements = new ArrayList<>();
    present.forEach(
        (entrant, watch) ->
            measurements.add(
                new Measurement(
                    entrant.role(),
                    entrant.contender().label(),
                    watch.bestSeconds(),
                    watch.medianSeconds(),
                    bytes,
                    entrant.role() == Role.CHOICE ? watch.run().way() : "")));
    return measurements;
  }

  /// The data where the subject wants it.
  private static MemorySegment inPlace(MemorySegment random, Subject subject, Arena arena) {
    if (subject.memory() == MemoryKind.NATIVE) {
      return random;
    }
    return subject
        .memory()
        .allocate(subject.plan().type(), random.byteSize(), arena)
        .copyFrom(random);
  }
}
