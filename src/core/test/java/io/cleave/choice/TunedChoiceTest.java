package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitters;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tuning file chooses among the candidates, and changes no byte: each candidate in turn is said
/// to be the fastest.
class TunedChoiceTest {
  /// Large enough for devices.
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(1 << 16, 96), ElementType.U8, 1, 31, 1, 64);

  /// So many that the candidate is made fit meanwhile and takes over.
  private static final int CALLS = 60;

  @TempDir private Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();
  private final MemorySegment data = noise();
  private final List<MemorySegment> right = right();

  private MemorySegment noise() {
    byte[] bytes = new byte[(int) PLAN.bytes()];
    new Random(1).nextBytes(bytes);
    return arena.allocate(bytes.length, 64).copyFrom(MemorySegment.ofArray(bytes));
  }

  private List<MemorySegment> outputs() {
    return PLAN.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
  }

  private List<MemorySegment> right() {
    List<MemorySegment> parts = outputs();
    try (CpuSplitter cpu = CpuSplitter.open(1)) {
      cpu.split(PLAN, data, parts);
    }
    return parts;
  }

  @Test
  void eachCandidateThatIsTunedGivesTheSameBytes() throws IOException {
    Verdict found = split(Choosing.MEASURE, TuningFile.none());
    assertThat(found.figures()).isNotEmpty();
    for (Figures one : found.figures()) {
      Verdict tuned = split(Choosing.FIXED, saying(found.occasion(), one));
      assertThat(tuned.winner()).isEqualTo(one.name());
      assertThat(tuned.reason()).startsWith("recorded in ");
    }
  }

  @Test
  void anotherNameIsNotBelieved() throws IOException {
    String occasion = split(Choosing.MEASURE, TuningFile.none()).occasion();
    Figures absent = new Figures("../../cpu", "2", 0, 0, 0, "");
    assertThat(split(Choosing.FIXED, saying(occasion, absent)).reason())
        .isEqualTo("expected, nothing is recorded");
  }

  private TuningFile saying(String occasion, Figures winner) throws IOException {
    TuningFixture fixture = new TuningFixture(folder);
    fixture.file().add(List.of(TuningFixture.verdict(occasion, winner.name(), winner.revision())));
    return fixture.file();
  }

  private Verdict split(Choosing choosing, TuningFile file) {
    try (RacingSplitter splitter = Splitters.open(choosing, new Book(file))) {
      List<MemorySegment> parts = outputs();
      for (int call = 0; call < CALLS; call++) {
        parts.forEach(part -> part.fill((byte) 0xA5));
        splitter.split(PLAN, data, parts);
        for (int i = 0; i < parts.size(); i++) {
          assertThat(parts.get(i).mismatch(right.get(i))).as("part %s", i).isEqualTo(-1);
        }
      }
      return splitter.verdict(PLAN).orElseThrow();
    }
  }
}
