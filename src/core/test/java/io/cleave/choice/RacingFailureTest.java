package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Tensor;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of challengers who fail, and of a splitter that is closed.
class RacingFailureTest extends RacingFixture {
  @Test
  void aChallengerThatWritesOtherBytesTakesNoPart() {
    first.taking(1_000_000);
    second.wrong();
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().winner()).isEqualTo("first");
      assertThat(splitter.verdict(PLAN).orElseThrow().figures().getLast().remark())
          .startsWith("out: it writes other bytes than expected, at part 0");
    }
  }

  @Test
  void aChallengerThatFailsAtOnceTakesNoPart() {
    first.taking(1_000_000);
    second.failing(new UnsupportedOperationException("no such device"));
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().figures().getLast().remark())
          .isEqualTo("out: no such device");
    }
  }

  @Test
  void whereNobodyCanBeTriedNothingIsKnownForGood() {
    first.taking(1_000_000).failingBelow(PLAN.bytes());
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      splitUntil(splitter, () -> isOver(splitter));
      Verdict verdict = splitter.verdict(PLAN).orElseThrow();
      assertThat(verdict)
          .returns("first", Verdict::winner)
          .returns("the others are out", Verdict::reason)
          .returns(false, Verdict::isLasting);
      assertThat(verdict.figures().getLast().remark()).startsWith("out: no trial: ");
    }
  }

  @Test
  void whatAWinnerDoesNotFinishTheExpectedOneDoes() {
    first.taking(1_000_000);
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      splitUntil(splitter, () -> isOver(splitter));
      second.failing(new UnsupportedOperationException("it was unplugged"));
      int before = first.calls();
      split(splitter, PLAN);
      split(splitter, PLAN);
      assertThat(first.calls()).isEqualTo(before + 2);
      assertThat(splitter.verdict(PLAN).orElseThrow().winner()).isEqualTo("first");
    }
  }

  @Test
  void mistakesAreReportedAsEver() {
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.split(PLAN, arena.allocate(1), List.of()))
          .withMessageStartingWith("the data takes 393216 bytes");
    }
  }

  @Test
  void closesWhatItWasGivenOnceAndRefusesThen() {
    RacingSplitter splitter = open(Choosing.MEASURE);
    splitter.close();
    splitter.close();
    for (SplitPlan plan : List.of(PLAN, TINY)) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> split(splitter, plan))
          .withMessage("the splitter is closed; open another one");
    }
  }

  @Test
  void closesWhileTheWorkshopIsAtWork() {
    first.taking(1_000_000);
    second.taking(1_000_000);
    RacingSplitter splitter = open(Choosing.MEASURE);
    splitUntil(splitter, () -> second.calls() > 0);
    splitter.close();
    int calls = second.calls();
    assertThat(second.calls()).isEqualTo(calls);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () -> second.splitter().view(PLAN, Tensor.allocate(PLAN.shape(), PLAN.type(), arena)));
  }
}
