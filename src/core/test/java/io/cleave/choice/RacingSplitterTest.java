package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who carries out what; who fails is for [RacingFailureTest].
class RacingSplitterTest extends RacingFixture {
  @TempDir private Path folder = Path.of("");

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
    public List<Candidate> candidates(SplitPlan plan, MemoryClass memory) {
      return all.subList(0, known);
    }
  }

  @Test
  void theFasterOneTakesOver() {
    first.taking(2_000_000);
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
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
        RacingSplitter splitter = open(Choosing.MEASURE)) {
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
    RacingSplitter one = open(Choosing.MEASURE);
    splitUntil(one, () -> isOver(one));
    TestCandidate otherFirst = TestCandidate.named("first");
    TestCandidate otherSecond = TestCandidate.named("second");
    try (RacingSplitter next =
        new RacingSplitter(
            new TestField(List.of(otherFirst, otherSecond)),
            otherFirst.splitter(),
            book,
            Choosing.MEASURE,
            () -> {})) {
      splitUntil(next, () -> otherSecond.calls() > 50);
      assertThat(next.verdict(PLAN).orElseThrow().winner()).isEqualTo("second");
    }
    one.close();
  }

  @Test
  void tinySplitsAreNotRaced() {
    try (RacingSplitter splitter = open(Choosing.MEASURE)) {
      for (int i = 0; i < 1000; i++) {
        split(splitter, TINY);
      }
      assertThat(second.opened()).isZero();
      assertThat(splitter.verdict(TINY)).isEmpty();
      assertThat(splitter.explain(TINY).name()).isEqualTo("first");
    }
  }

  @Test
  void whatIsFixedMeasuresNothing() {
    first.taking(1_000_000);
    try (RacingSplitter splitter = open(Choosing.FIXED)) {
      for (int i = 0; i < 100; i++) {
        split(splitter, PLAN);
      }
      assertThat(second.opened()).isZero();
      assertThat(splitter.explain(PLAN).toString()).contains("second: not raced");
    }
  }

  @Test
  void whatIsTunedIsFoundToBeExplained() throws IOException {
    TuningFixture fixture = new TuningFixture(folder);
    RacingSplitter before = openShy(Choosing.FIXED, new Book());
    assertThat(before.explain(PLAN).name()).isEqualTo("first");
    String occasion = before.verdict(PLAN).orElseThrow().occasion();
    fixture.file().add(List.of(TuningFixture.verdict(occasion, "second", second.revision())));
    for (Choosing choosing : Choosing.values()) {
      Route route = openShy(choosing, new Book(fixture.file())).explain(PLAN);
      assertThat(route.name()).as("%s", choosing).isEqualTo("second");
      assertThat(route.reason()).contains("recorded in " + folder);
    }
  }

  private RacingSplitter openShy(Choosing choosing, Book known) {
    Field shy = new ShyField(List.of(first, second), 1, true);
    return new RacingSplitter(shy, first.splitter(), known, choosing, () -> {});
  }

  @Test
  void devicesAreLookedForWhereTheyMayBeFaster() {
    first.taking(1_000_000);
    for (boolean mayFindMore : new boolean[] {false, true}) {
      Field shy = new ShyField(List.of(first, second), 1, mayFindMore);
      RacingSplitter splitter =
          new RacingSplitter(shy, first.splitter(), new Book(), Choosing.MEASURE, () -> {});
      splitUntil(splitter, () -> splitter.isSettled(PLAN));
      Verdict verdict = splitter.verdict(PLAN).orElseThrow();
      assertThat(verdict.winner()).isEqualTo(mayFindMore ? "second" : "first");
      splitter.close();
    }
  }
}
