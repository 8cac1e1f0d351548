package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.OpenClException;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts are checked before they are timed, and candidates that fail are named.
class BenchmarkTest {
  private static final Candidate CPU =
      Candidate.splitter(Role.SPLITTER, "cpu", "", "", CpuSplitter::open);

  private static TimedSplit split(ElementType type) {
    return new TimedSplit(
        "own", "", SplitPlan.of(Layout.of(type, 50, 11), 1, Cut.byLengths(4, 6, 1)));
  }

  private static TimedSplit inArrays(SplitPlan plan) {
    return new TimedSplit("own", "", plan, MemoryKind.HEAP);
  }

  private static Result measure(TimedSplit split, Candidate... candidates) {
    List<Candidate> all = new ArrayList<>(List.of(Candidate.copy(1), Candidate.copy(2)));
    all.addAll(List.of(candidates));
    return new Benchmark(all, 0).run(split);
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
    TestWork seen = new TestWork(Role.SPLITTER, (right, _, _) -> right.run());
    Result arrays = measure(inArrays(plan), CPU, seen.candidate);
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
      TestWork wrong = new TestWork(Role.SPLITTER, BenchmarkTest::spoil);
      Result result = measure(split, CPU, wrong.candidate);
      assertThat(result.hasWrongParts()).isTrue();
      assertThat(result.exclusions())
          .containsExactly(new Result.Exclusion(wrong.candidate, "part 2 is wrong", true));
      assertThat(result.measurements()).hasSize(3);
      assertThat(wrong.calls).isEqualTo(1);
      assertThat(wrong.isClosed).isTrue();
    }
  }

  /// Memory still holds what the candidate before wrote.
  @Test
  void excludesACandidateThatDoesNothing() {
    TestWork idle = new TestWork(Role.SPLITTER, (_, _, _) -> {});
    assertThat(measure(split(ElementType.U8), CPU, idle.candidate).exclusions())
        .containsExactly(new Result.Exclusion(idle.candidate, "part 0 is wrong", true));
  }

  @Test
  void namesCandidatesThatCannotTakePart() {
    OpenClException failure = new FailedCallException("clCreateBuffer", -61, "a test");
    TestWork failing = failing(Role.SPLITTER, failure);
    TestWork refusing = failing(Role.CHOICE, new IllegalArgumentException("no u8 here"));
    TestWork peer = failing(Role.PEER, new IllegalStateException("no"));
    Result result =
        measure(split(ElementType.U8), refusing.candidate, failing.candidate, peer.candidate, CPU);
    assertThat(result.hasWrongParts()).isFalse();
    assertThat(result.exclusions())
        .containsExactly(
            new Result.Exclusion(refusing.candidate, "no u8 here", false),
            new Result.Exclusion(failing.candidate, String.valueOf(failure.getMessage()), false),
            new Result.Exclusion(peer.candidate, "no", false));
    assertThat(result.measurements()).hasSize(3);
    assertThat(List.of(failing, refusing, peer)).allMatch(one -> one.isClosed);
  }

  private static TestWork failing(Role role, RuntimeException failure) {
    return new TestWork(
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

  /// Wrong work in place of the right one.
  private interface Fault {
    void run(Runnable right, SplitPlan plan, List<MemorySegment> outputs);
  }

  /// Work with a fault, or none.
  private static final class TestWork implements Candidate.Work {
    private final Candidate candidate;
    private final Fault fault;
    private MemorySegment data = MemorySegment.NULL;
    private int calls;
    private boolean isClosed;

    TestWork(Role role, Fault fault) {
      this.candidate = new Candidate(role, "test", "", role.toString(), this);
      this.fault = fault;
    }

    @Override
    public Prepared prepare(SplitPlan plan, MemorySegment given, List<MemorySegment> outputs) {
      data = given;
      Prepared right = CPU.work().prepare(plan, given, outputs);
      return new Prepared(
          () -> {
            calls++;
            fault.run(right.work(), plan, outputs);
          },
          right.parts(),
          () -> {
            isClosed = true;
            right.closing().run();
          });
    }
  }
}
