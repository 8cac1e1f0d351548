package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.backend.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who carries out what, and what becomes of those who fail.
class RacingSplitterTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64);
  private static final SplitPlan TINY =
      SplitPlan.byLengths(Shape.of(4, 96), ElementType.U8, 1, 32, 64);
  private static final int MOST_CALLS = 20_000;

  @TempDir private Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();
  private final TestCandidate first = TestCandidate.named("first");
  private final TestCandidate second = TestCandidate.named("second");
  private final Book book = new Book(Records.none());

  private RacingSplitter open(Choosing choosing) {
    return open(choosing, first, second);
  }

  private RacingSplitter open(Choosing choosing, TestCandidate one, TestCandidate other) {
    return new RacingSplitter(
        new TestField(List.of(one, other)),
        one.splitter(),
        book,
        choosing,
        () -> {
          one.close();
          other.close();
        });
  }

  record TestField(List<Candidate> all) implements Field {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public List<Candidate> candidates(SplitPlan plan, MemoryClass memory, boolean busy) {
      return all;
    }
  }

  /// A field whose second candidate must be looked for.
  private static final class ShyField implements Field {
    private final List<Candidate> all;
    private final boolean mayFindMore;
    private int known;

    ShyField(List<Candidate> all, int known, boolean mayFindMore) {
      this.all = all;
      this.known = known;
      this.mayFindMore = mayFindMore;
    }

    @Override
    public boolean mayFindMore(SplitPlan plan, MemoryClass memory) {
      return mayFindMore;
    }

    @Override
    public String name() {
      return "test";
    }

    @Override
    public void lookAround() {
      known = all.size();
    }

    @Override
    public int generation() {
      return known;
    }

    @Override
    public List<Candidate> candidates(SplitPlan plan, MemoryClass memory, boolean busy) {
      return all.subList(0, known);
    }
  }

  @Nested
  final class WhileOthersRace extends SplitterContract {
    @Override
    protected Splitter open() {
      return RacingSplitterTest.this.open(
          Choosing.RACE, TestCandidate.named("one"), TestCandidate.named("other"));
    }
  }

  private void split(Splitter splitter, SplitPlan plan) {
    MemorySegment data = arena.allocate(plan.bytes(), 64);
    List<MemorySegment> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 64)));
    splitter.split(plan, data, parts);
  }

  private void splitUntil(Splitter splitter, BooleanSupplier end) {
    MemorySegment data = arena.allocate(PLAN.bytes(), 64);
    List<MemorySegment> parts = new ArrayList<>();
    for (Part part : PLAN.parts()) {
      parts.add(arena.allocate(part.bytes(), 64));
    }
    for (int i = 0; i < MOST_CALLS && !end.getAsBoolean(); i++) {
      splitter.split(PLAN, data, parts);
    }
    assertThat(end.getAsBoolean()).as("within %s calls", MOST_CALLS).isTrue();
  }

  private static boolean isOver(RacingSplitter splitter) {
    return splitter.verdict(PLAN).stream().anyMatch(Verdict::isFinal);
  }

  @Test
  void theFasterOneTakesOver() {
    first.taking(2_000_000);
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().winner()).isEqualTo("second");
      int before = first.calls();
      split(splitter, PLAN);
      assertThat(first.calls()).isEqualTo(before);
      assertThat(splitter.explain(PLAN).name()).isEqualTo("second");
      assertThat(splitter.explain(PLAN).toString()).contains("won", "first: expected", "faster");
    }
  }

  @Test
  void flightRecorderGetsToKnowWhoWon() throws IOException {
    first.taking(2_000_000);
    Path file = folder.resolve("choice.jfr");
    try (Recording recording = new Recording();
        RacingSplitter splitter = open(Choosing.RACE)) {
      recording.enable("io.cleave.Choice");
      recording.start();
      splitUntil(splitter, () -> isOver(splitter));
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getEventType().getName().equals("io.cleave.Choice"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("winner")).isEqualTo("second");
              assertThat(event.getString("reason")).isEqualTo("won");
              assertThat(event.getString("occasion")).startsWith("test: 96 bytes of 32, 64; ");
              assertThat(event.getString("figures")).contains("first: expected", "second: faster");
            });
  }

  @Test
  void whatOneSplitterFoundTheNextOneKnows() {
    first.taking(2_000_000);
    RacingSplitter one = open(Choosing.RACE);
    splitUntil(one, () -> isOver(one));
    TestCandidate otherFirst = TestCandidate.named("first");
    TestCandidate otherSecond = TestCandidate.named("second");
    try (RacingSplitter next =
        new RacingSplitter(
            new TestField(List.of(otherFirst, otherSecond)),
            otherFirst.splitter(),
            book,
            Choosing.RACE,
            () -> {})) {
      splitUntil(next, () -> otherSecond.calls() > 50);
      assertThat(next.verdict(PLAN).orElseThrow().winner()).isEqualTo("second");
    }
    one.close();
  }

  @Test
  void tinySplitsAreNotRaced() {
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      for (int i = 0; i < 1000; i++) {
        split(splitter, TINY);
      }
      assertThat(second.opened()).isZero();
      assertThat(splitter.verdict(TINY)).isEmpty();
      assertThat(splitter.explain(TINY).name()).isEqualTo("first");
    }
  }

  @Test
  void whoIsToExpectMeasuresNothing() {
    first.taking(1_000_000);
    try (RacingSplitter splitter = open(Choosing.EXPECTED)) {
      for (int i = 0; i < 100; i++) {
        split(splitter, PLAN);
      }
      assertThat(second.opened()).isZero();
      assertThat(splitter.verdict(PLAN).orElseThrow().reason()).isEqualTo("expected");
      assertThat(book.verdicts()).isEmpty();
    }
  }

  @Test
  void whoIsRecordedIsFoundToBeExplained() throws IOException {
    RecordFile file = RecordFile.in(folder, Stamp.here());
    RacingSplitter before = openShy(Choosing.RECORDED, new Book());
    assertThat(before.explain(PLAN).name()).isEqualTo("first");
    String occasion = before.verdict(PLAN).orElseThrow().occasion();
    Figures faster = new Figures("second", second.revision(), .04, .8, 8, "faster");
    file.add(List.of(new Verdict(occasion, "second", "won", true, List.of(faster))));
    for (Choosing choosing : Choosing.values()) {
      Route route = openShy(choosing, new Book(file.read())).explain(PLAN);
      boolean reads = choosing != Choosing.EXPECTED;
      assertThat(route.name()).as("%s", choosing).isEqualTo(reads ? "second" : "first");
      assertThat(route.reason()).contains(reads ? "recorded in " + folder : "expected");
    }
  }

  private RacingSplitter openShy(Choosing choosing, Book known) {
    Field shy = new ShyField(List.of(first, second), 1, true);
    return new RacingSplitter(shy, first.splitter(), known, choosing, () -> {});
  }

  @Test
  void devicesAreLookedForAfterTheOthersHaveRaced() {
    first.taking(2_000_000);
    TestCandidate third = TestCandidate.named("third").taking(500_000);
    second.taking(1_000_000);
    for (boolean mayFindMore : new boolean[] {false, true}) {
      Field shy = new ShyField(List.of(first, second, third), 2, mayFindMore);
      RacingSplitter splitter =
          new RacingSplitter(shy, first.splitter(), new Book(), Choosing.RACE, () -> {});
      splitUntil(splitter, () -> splitter.isSettled(PLAN));
      Verdict verdict = splitter.verdict(PLAN).orElseThrow();
      assertThat(verdict.winner()).isEqualTo(mayFindMore ? "third" : "second");
      assertThat(verdict.figures())
          .extracting(Figures::name)
          .containsExactlyElementsOf(
              mayFindMore ? List.of("second", "third") : List.of("first", "second"));
      splitter.close();
    }
    third.close();
  }

  @Test
  void aChallengerThatWritesOtherBytesTakesNoPart() {
    first.taking(1_000_000);
    second.wrong();
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().winner()).isEqualTo("first");
      assertThat(splitter.verdict(PLAN).orElseThrow().figures().getLast().remark())
          .startsWith("out: it writes other bytes than expected, at part 0");
    }
  }

  @Test
  void aHopelessChallengerTakesNoPart() {
    first.taking(1_000_000);
    second.taking(30_000_000);
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().figures().getLast().remark())
          .startsWith("out: ")
          .endsWith(" times as long as expected");
    }
  }

  @Test
  void whatIsNotRacedSaysSo() {
    try (RacingSplitter splitter = open(Choosing.EXPECTED)) {
      assertThat(splitter.explain(PLAN).toString()).contains("second: not raced");
    }
  }

  @Test
  void aChallengerThatFailsAtOnceTakesNoPart() {
    first.taking(1_000_000);
    second.failing(new UnsupportedOperationException("no such device"));
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      splitUntil(splitter, () -> isOver(splitter));
      assertThat(splitter.verdict(PLAN).orElseThrow().figures().getLast().remark())
          .isEqualTo("out: no such device");
    }
  }

  @Test
  void whatAWinnerDoesNotFinishTheExpectedOneDoes() {
    first.taking(1_000_000);
    try (RacingSplitter splitter = open(Choosing.RACE)) {
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
    try (RacingSplitter splitter = open(Choosing.RACE)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.split(PLAN, arena.allocate(1), List.of()))
          .withMessageStartingWith("the data takes 393216 bytes");
    }
  }

  @Test
  void closesWhatItWasGivenOnceAndRefusesThen() {
    RacingSplitter splitter = open(Choosing.RACE);
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
    RacingSplitter splitter = open(Choosing.RACE);
    splitUntil(splitter, () -> second.calls() > 0);
    splitter.close();
    int calls = second.calls();
    assertThat(second.calls()).isEqualTo(calls);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () -> second.splitter().view(PLAN, Tensor.allocate(PLAN.shape(), PLAN.type(), arena)));
  }
}
