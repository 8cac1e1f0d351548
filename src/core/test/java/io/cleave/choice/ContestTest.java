package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Races whose outcome is known, with times that are made up.
class ContestTest {
  private static final long BYTES = 1 << 20;

  /// Nanoseconds that a call takes by each candidate, before noise.
  private final double[] nanos = {1e6, 1e6, 1e6, 1e6};

  private final Random random = new Random(7);
  private final Fitness fitness = new Fitness();
  private double total;
  private final int[] calls = new int[4];

  private static Contest contest(String... names) {
    return new Contest(
        new Occasion("a test", List.of(names)),
        Stream.of(names).map(TestCandidate::named).toList());
  }

  private Contest fit(String... names) {
    for (int i = 1; i < names.length; i++) {
      fitness.add(i);
    }
    return contest(names);
  }

  private void call(Contest contest) {
    assertThat(contest.tryEnter()).isTrue();
    int who = contest.next(fitness);
    double taken = nanos[who] * (1 + .05 * random.nextDouble());
    total += taken;
    calls[who]++;
    contest.finished(who, (long) taken, BYTES, true);
    contest.exit();
  }

  private void calls(int count, Contest contest) {
    for (int i = 0; i < count; i++) {
      call(contest);
    }
  }

  @Test
  void theFastestWins() {
    nanos[1] = .7e6;
    nanos[2] = .5e6;
    nanos[3] = 3e6;
    Contest contest = fit("a", "b", "c", "d");
    calls(300, contest);
    assertThat(contest.isDecided()).isTrue();
    Verdict verdict = contest.verdict();
    assertThat(verdict.winner()).isEqualTo("c");
    assertThat(verdict.reason()).isEqualTo("won");
    assertThat(verdict.figures())
        .extracting(Figures::remark)
        .containsExactly("expected", "faster", "faster", "not faster");
  }

  @Test
  void theExpectedOneStaysWhereOthersAreAlike() {
    Contest contest = fit("a", "b", "c");
    calls(300, contest);
    assertThat(contest.verdict()).returns("a", Verdict::winner).returns("tie", Verdict::reason);
  }

  @Test
  void whoeverIsNotFitTakesNoTurn() {
    nanos[1] = .1e6;
    Contest contest = contest("a", "b");
    calls(100, contest);
    assertThat(calls[1]).isZero();
    assertThat(contest.isDecided()).isFalse();
    fitness.add(1);
    calls(200, contest);
    assertThat(contest.verdict().winner()).isEqualTo("b");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.02, 1.1, 1.4, 4, 30})
  void racingCostsNoMoreThanItMay(double slower) {
    nanos[1] = slower * nanos[0];
    nanos[2] = slower * nanos[0];
    Contest contest = fit("a", "b", "c");
    for (int i = 0; i < 2000; i++) {
      call(contest);
      double spent = (calls[1] + calls[2]) * (slower - 1) * nanos[0];
      // One turn may begin as long as there is a budget at all, and times are noisy.
      double most = .03 * total + 20e6 + 1.1 * slower * nanos[0] + .1 * (calls[1] + calls[2]) * 1e6;
      assertThat(spent).isLessThan(most);
    }
  }

  @Test
  void oneThatFailsIsOutAndTheRaceGoesOn() {
    nanos[1] = .1e6;
    nanos[2] = .5e6;
    Contest contest = fit("a", "b", "c");
    calls(10, contest);
    contest.out(1, "it broke");
    calls(100, contest);
    assertThat(contest.verdict().winner()).isEqualTo("c");
    assertThat(contest.verdict().figures().get(1).remark()).isEqualTo("out: it broke");
  }

  @Test
  void aWinnerThatFailsMakesRoomForTheNext() {
    nanos[1] = .1e6;
    nanos[2] = .5e6;
    Contest contest = fit("a", "b", "c");
    calls(200, contest);
    assertThat(contest.leader()).isEqualTo(1);
    contest.out(1, "it broke");
    assertThat(contest.leader()).isEqualTo(2);
  }
}
