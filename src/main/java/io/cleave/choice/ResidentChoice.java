package io.cleave.choice;

import io.cleave.backend.OpenClException;
import io.cleave.plan.Experimental;
import io.cleave.plan.SplitPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Which route is fastest for data that lives on a device. Nobody races there while he works: to
/// time a queue that is borrowed would take a wait that is not ours to add. `cleave tune` races on
/// a queue of its own, and others take what it found.
@Experimental
public final class ResidentChoice {
  /// One way, and what carries it out and waits for the end.
  ///
  /// @param name the way
  /// @param revision what its speed depends on
  /// @param once carries it out once
  public record Way(String name, String revision, Runnable once) implements Named {}

  /// One way that is only asked for.
  ///
  /// @param name the way
  /// @param revision what its speed depends on
  public record Known(String name, String revision) implements Named {}

  private static final int WARM_UPS = 3;

  private ResidentChoice() {}

  private static Occasion occasion(
      String device, SplitPlan plan, String placement, List<? extends Named> ways) {
    return Occasion.of("resident, " + device, plan, placement, ways);
  }

  /// The way that is recorded to be the fastest.
  ///
  /// @param placement where data and parts are, in words
  /// @param ways all that fit, the expected one first
  /// @return its name; empty if nothing is recorded
  public static Optional<String> recorded(
      TuningFile records, String device, SplitPlan plan, String placement, List<Known> ways) {
    if (records.size() == 0) {
      return Optional.empty();
    }
    Occasion occasion = occasion(device, plan, placement, ways);
    return ways.stream()
        .filter(way -> records.isWinner(occasion, way))
        .findFirst()
        .map(Known::name);
  }

  /// Races until it is known who is fastest. A challenger that fails takes no part any more.
  ///
  /// @param most how long that may last
  /// @return how it stands then
  /// @throws OpenClException what the expected way fails with
  public static Verdict race(
      String device, SplitPlan plan, String placement, List<Way> ways, Duration most) {
    Contest contest = new Contest(occasion(device, plan, placement, ways), ways);
    Fitness fitness = new Fitness();
    for (int i = 0; i < ways.size(); i++) {
      int warmed = 0;
      while (warmed < WARM_UPS && works(ways, i, contest)) {
        warmed++;
      }
      if (warmed == WARM_UPS) {
        fitness.add(i);
      }
    }
    long begin = System.nanoTime();
    while (!contest.isDecided() && System.nanoTime() - begin < most.toNanos()) {
      int who = contest.next(fitness);
      long before = System.nanoTime();
      if (works(ways, who, contest)) {
        contest.finished(who, System.nanoTime() - before, plan.bytes(), true);
      }
    }
    return contest.verdict();
  }

  /// Carries out one way, once.
  ///
  /// @return whether it worked
  private static boolean works(List<Way> ways, int who, Contest contest) {
    try {
      ways.get(who).once().run();
      return true;
    } catch (OpenClException e) {
      if (who == 0) {
        throw e;
      }
      contest.failed(who, "it failed: " + Complaints.reason(e));
      return false;
    }
  }
}
