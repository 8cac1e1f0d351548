package io.cleave.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.OpenClException;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts are checked before they are timed, and candidates that fail are named.
class BenchmarkTest {
  private static final Candidate CPU =
      new SplitterCandidate(Role.SPLITTER, new Label("cpu", "", ""), CpuSplitter::open);

  private static TimedSplit split(ElementType type) {
    return new TimedSplit(
        "own", "", SplitPlan.of(Layout.of(type, 50, 11), 1, Cut.byLengths(4, 6, 1)));
  }

  private static TimedSplit inArrays(SplitPlan plan) {
    return new TimedSplit("own", "", plan, MemoryKind.HEAP);
  }

  private static Result measure(TimedSplit split, Candidate... candidates) {
    List<Candidate> all = new ArrayList<>(List.of(new PlainCopy(1), new PlainCopy(2)));
    all.addAll(List.of(candidates));
    return new Benchmark(all, Duration.ZERO).run(split);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "F16", "I64", "U8", "U4", "U1", "U3"})
  void measuresCandidatesThatAreRightInNativeMemoryAndInArrays(ElementType type) {
    SplitPlan plan = split(type).plan();
    Result result = measure(new TimedSplit("own", "", plan.only(1)), CPU);
    assertThat(result.exclusions()).isEmpty();
    assertThat(result.measurements())
        .hasSize(3)
        .allMatch(one -> one.seconds() > 0 && one.seconds() < 1);
    TestCandidate seen = new TestCandidate(Role.SPLITTER, (right, _, _) -> right.run());
    Result arrays = measure(inArrays(plan), CPU, seen);
    assertThat(arrays.exclusions()).isEmpty();
    assertThat(arrays.measurements()).hasSize(4);
    assertThat(seen.data.heapBase().orElseThrow().getClass())
        .isEqualTo(
            switch (type) {
              case F32 -> float[].class;
              case F16 -> short[].class;
              case I64 -> long[].class;
              default -> byte[].class;
            });
    assertThat(seen.data.byteSize()).isEqualTo(plan.data().bytes());
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U16"})
  void excludesACandidateWhoseLastBitIsWrong(ElementType type) {
    SplitPlan plan = split(type).plan();
    Conversion toHalf =
        Conversion.to(ElementType.F16).scaled(new double[] {1, 2, 3}, new double[] {0.5});
    for (TimedSplit split : List.of(split(type), inArrays(plan.converted(toHalf)))) {
      TestCandidate wrong = new TestCandidate(Role.SPLITTER, BenchmarkTest::spoil);
      Result result = measure(split, CPU, wrong);
      assertThat(result.hasWrongParts()).isTrue();
      assertThat(result.exclusions())
          .containsExactly(new Result.Exclusion(wrong.label(), "part 2 is wrong", true));
      assertThat(result.measurements()).hasSize(3);
      assertThat(wrong.calls).isEqualTo(1);
      assertThat(wrong.isClosed).isTrue();
    }
  }

  /// Memory still holds what the candidate before wrote.
  @Test
  void excludesACandidateThatDoesNothing() {
    TestCandidate idle = new TestCandidate(Role.SPLITTER, (_, _, _) -> {});
    assertThat(measure(split(ElementType.U8), CPU, idle).exclusions())
        .containsExactly(new Result.Exclusion(idle.label(), "part 0 is wrong", true));
  }

  @Test
  void namesCandidatesThatCannotTakePart() {
    OpenClException failure = new FailedCallException("clCreateBuffer", -61, "a test");
    TestCandidate failing = failing(Role.SPLITTER, failure);
    TestCandidate refusing = failing(Role.CHOICE, new IllegalArgumentException("no u8 here"));
    TestCandidate peer = failing(Role.PEER, new IllegalStateException("no"));
    Result result = measure(split(ElementType.U8), refusing, failing, peer, CPU);
    assertThat(result.hasWrongParts()).isFalse();
    assertThat(result.exclusions())
        .containsExactly(
            new Result.Exclusion(refusing.label(), "no u8 here", false),
            new Result.Exclusion(failing.label(), String.valueOf(failure.getMessage()), false),
            new Result.Exclusion(peer.label(), "no", false));
    assertThat(result.measurements()).hasSize(3);
    assertThat(List.of(failing, refusing, peer)).allMatch(one -> one.isClosed);
  }

  private static TestCandidate failing(Role role, RuntimeException failure) {
    return new TestCandidate(
        role,
        (_, _, _) -> {
          throw failure;
        });
  }

  /// Flips the last bit. The highest bit of the last byte may be padding; this one never is.
  private static void spoil(Runnable right, SplitPlan plan, List<MemorySegment> outputs) {
    right.run();
    MemorySegment last = outputs.get(2);
    int bit = (int) ((plan.part(2).shape().elements() - 1) % 8);
    int place = plan.partType() == ElementType.U1 ? 7 - bit : bit;
    long end = last.byteSize() - 1;
    byte spoilt = (byte) (last.get(ValueLayout.JAVA_BYTE, end) ^ (1 << place));
    last.set(ValueLayout.JAVA_BYTE, end, spoilt);
  }

  /// What a candidate does in place of the right work.
  private interface Work {
    void run(Runnable right, SplitPlan plan, List<MemorySegment> outputs);
  }

  /// A candidate with a fault, or none.
  private static final class TestCandidate implements Candidate {
    private final Role role;
    private final Work work;
    private MemorySegment data = MemorySegment.NULL;
    private int calls;
    private boolean isClosed;

    TestCandidate(Role role, Work work) {
      this.role = role;
      this.work = work;
    }

    @Override
    public Label label() {
      return new Label("test", "", role.toString());
    }

    @Override
    public Role role() {
      return role;
    }

    @Override
    public Trial prepare(SplitPlan plan, MemorySegment given, List<MemorySegment> outputs) {
      data = given;
      Trial right = CPU.prepare(plan, given, outputs);
      return new Trial(
          () -> {
            calls++;
            work.run(right::run, plan, outputs);
          },
          right::part,
          () -> {
            isClosed = true;
            right.close();
          });
    }
  }
}
