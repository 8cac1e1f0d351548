package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Splitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;

/// A splitter for whom two candidates race, and what has it split.
abstract class RacingFixture {
  static final SplitPlan PLAN = SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64);
  static final SplitPlan TINY = SplitPlan.byLengths(Shape.of(4, 96), ElementType.U8, 1, 32, 64);
  static final int MOST_CALLS = 20_000;

  @AutoClose final Arena arena = Arena.ofShared();
  final TestCandidate first = TestCandidate.named("first");
  final TestCandidate second = TestCandidate.named("second");
  final Book book = new Book();

  RacingSplitter open(Choosing choosing) {
    return open(choosing, first, second);
  }

  RacingSplitter open(Choosing choosing, TestCandidate one, TestCandidate other) {
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
    public List<Candidate> candidates(SplitPlan plan, MemoryClass memory) {
      return all;
    }
  }

  void split(Splitter splitter, SplitPlan plan) {
    MemorySegment data = arena.allocate(plan.bytes(), 64);
    List<MemorySegment> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 64)));
    splitter.split(plan, data, parts);
  }

  void splitUntil(Splitter splitter, BooleanSupplier end) {
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

  static boolean isOver(RacingSplitter splitter) {
    return splitter.verdict(PLAN).stream().anyMatch(Verdict::isFinal);
  }
}
