package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.Seeds;
import io.cleave.backend.OpenClException;
import io.cleave.choice.Figures;
import io.cleave.choice.TuningFile;
import io.cleave.choice.TuningFixture;
import io.cleave.choice.Verdict;
import io.cleave.opencl.ResidentRace;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.Faults;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each call of the port fails in turn while the routes of a device race on data that lives there:
/// another route wins, or the failure is told; everything is given back, and nothing is recorded
/// that a failure has decided.
@Timeout(300)
class ResidentRaceFailureTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(40, 12), ElementType.U8, 1, 4, 8);

  /// So little that nobody comes to an end who has not failed.
  private static final Duration MOST = Duration.ofMillis(1);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostWhicheverCallFails(boolean gone) throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    int told = 0;
    int n = 0;
    Outcome outcome = new Outcome("", null, List.of());
    do {
      n++;
      for (int i = 0; i < Seeds.rounds(1, Faults.STATUSES.size()); i++) {
        outcome = race(n, Faults.STATUSES.get((n + i) % Faults.STATUSES.size()), gone);
        verdicts.addAll(outcome.verdicts());
        told += outcome.failure() == null ? 0 : 1;
      }
    } while (!outcome.failed().isEmpty() && n < 200);
    assertThat(told).as("failures that were told").isGreaterThan(10);
    if (!gone) {
      requireOthersGoOn(verdicts);
    }
    TuningFile file = new TuningFixture(folder).file();
    file.add(verdicts);
    assertThat(new TuningFixture(folder).file().describe())
        .noneMatch(line -> line.contains("failed"));
  }

  private record Outcome(String failed, @Nullable Throwable failure, List<Verdict> verdicts) {}

  private static Outcome race(int n, int status, boolean gone) {
    FakeSession session = new FakeSession(n, true, true);
    List<Verdict> verdicts = new ArrayList<>();
    if (gone) {
      session.faults.failFrom(n, status);
    } else {
      session.faults.failAt(n, status);
    }
    Throwable failure =
        catchThrowable(
            () -> {
              try (ResidentRace<?, ?> race = new ResidentRace<>(session)) {
                verdicts.addAll(race.run(PLAN, MOST));
              }
            });
    if (failure != null) {
      assertThat(failure)
          .isInstanceOf(OpenClException.class)
          .returns(status, thrown -> ((OpenClException) thrown).status());
    }
    assertThat(session.live()).as("call %s (%s)", n, session.faults.failed()).isZero();
    assertThat(session.isClosed()).isTrue();
    return new Outcome(session.faults.failed(), failure, verdicts);
  }

  /// A route that fails is out, in the words of its failure, and another one leads.
  private static void requireOthersGoOn(List<Verdict> verdicts) {
    List<Verdict> touched = verdicts.stream().filter(verdict -> !verdict.isLasting()).toList();
    assertThat(touched).hasSizeGreaterThan(10);
    for (Verdict verdict : touched) {
      List<Figures> out =
          verdict.figures().stream()
              .filter(figures -> figures.remark().startsWith("out: it failed: "))
              .toList();
      assertThat(out).hasSize(1).extracting(Figures::name).doesNotContain(verdict.winner());
    }
  }

  @Test
  void whereNothingFailsAllAreJudged() {
    FakeSession session = FakeSession.outOfOrder(1);
    try (ResidentRace<?, ?> race = new ResidentRace<>(session)) {
      assertThat(race.run(PLAN, Duration.ofSeconds(60)))
          .hasSize(2)
          .allMatch(Verdict::isFinal)
          .allMatch(Verdict::isLasting);
    }
    assertThat(session.live()).isZero();
  }
}
