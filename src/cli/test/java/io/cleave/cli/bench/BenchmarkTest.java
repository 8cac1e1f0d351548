package io.cleave.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.OpenClException;
import io.cleave.cli.option.DeviceOption;
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
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts are checked before they are timed, and candidates that fail are named.
class BenchmarkTest {
  private static final Candidate CPU =
      new SplitterCandidate(Role.SPLITTER, new Label("cpu", "", ""), true, CpuSplitter::open);

  private static TimedSplit split(ElementType type) {
    return new TimedSplit(
        "own", "", SplitPlan.of(Layout.of(type, 50, 11), 1, Cut.byLengths(4, 6, 1)));
  }

  private static Result measure(TimedSplit split, Candidate... candidates) {
    List<Candidate> all = new ArrayList<>(List.of(new PlainCopy(1), new PlainCopy(2)));
    all.addAll(List.of(candidates));
    return new Benchmark(all, Duration.ZERO, Duration.ZERO).run(split);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "F16", "I64", "U8", "U4", "U1", "U3"})
  void measuresCandidatesThatAreRightInNativeMemoryAndInArrays(ElementType type) {
    SplitPlan plan = split(type).plan();
    Result result = measure(new TimedSplit("own", "", plan.only(1)), CPU);
    assertThat(result.exclusions()).isEmpty();
    assertThat(result.measurements()).hasSize(3);
    assertThat(result.measurements()).allMatch(one -> one.seconds() > 0 && one.seconds() < 1);
    assertThat(result.best(Role.PEER)).isEmpty();
    TestCandidate seen = new TestCandidate(Role.SPLITTER);
    Result arrays = measure(new TimedSplit("own", "", plan, MemoryKind.HEAP), CPU, seen);
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

  @Test
  void reportsTheRouteOfTheDefaultSplitter() {
    List<Candidate> candidates = Candidates.all(new DeviceOption("auto")).onHost();
    Result result =
        new Benchmark(candidates, Duration.ZERO, Duration.ZERO).run(split(ElementType.U8));
    assertThat(result.measurements())
        .filteredOn(one -> one.label().toString().equals("default"))
        .singleElement()
        .returns(Role.CHOICE, Result.Measurement::role)
        .matches(one -> !one.way().isEmpty());
  }

  @Test
  void warmsUpLongerWhatChooses() {
    // So slow that a turn is one call.
    TestCandidate fixed = new TestCandidate(Role.SPLITTER);
    TestCandidate choosing = new TestCandidate(Role.CHOICE);
    fixed.pause = 1_000_000;
    choosing.pause = 1_000_000;
    measure(split(ElementType.U8), fixed, choosing);
    assertThat(fixed.calls).isLessThan(60);
    assertThat(choosing.calls).isGreaterThan(60);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U3"})
  void excludesACandidateWhoseLastBitIsWrong(ElementType type) {
    TestCandidate wrong = spoiling();
    Result result = measure(split(type), wrong);
    assertThat(result.hasWrongParts()).isTrue();
    assertThat(result.exclusions())
        .containsExactly(new Result.Exclusion(wrong.label(), "part 2 is wrong", true));
    assertThat(result.measurements()).hasSize(2);
    assertThat(wrong.calls).isEqualTo(1);
    assertThat(wrong.closed).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U16"})
  void checksConvertedPartsToo(ElementType type) {
    SplitPlan plan =
        split(type)
            .plan()
            .converted(
                Conversion.to(ElementType.F16).scaled(new double[] {1, 2, 3}, new double[] {0.5}));
    TestCandidate wrong = spoiling();
    Result result = measure(new TimedSplit("own", "", plan, MemoryKind.HEAP), CPU, wrong);
    assertThat(result.bestOfOurs().orElseThrow().label().device()).isEqualTo("cpu");
    assertThat(result.exclusions())
        .containsExactly(new Result.Exclusion(wrong.label(), "part 2 is wrong", true));
  }

  /// Memory still holds what the candidate before wrote.
  @Test
  void excludesACandidateThatDoesNothing() {
    TestCandidate idle = new TestCandidate(Role.SPLITTER);
    idle.isIdle = true;
    assertThat(measure(split(ElementType.U8), CPU, idle).exclusions())
        .containsExactly(new Result.Exclusion(idle.label(), "part 0 is wrong", true));
  }

  @Test
  void namesCandidatesThatCannotTakePart() {
    OpenClException failure = new FailedCallException("clCreateBuffer", -61, "a test");
    Candidate failing = failing(Role.SPLITTER, failure);
    Candidate refusing =
        new TestCandidate(Role.SPLITTER) {
          @Override
          public String refusal(SplitPlan plan) {
            return "no %s here".formatted(plan.data().type());
          }
        };
    Result result = measure(split(ElementType.U8), refusing, failing, CPU);
    assertThat(result.hasWrongParts()).isFalse();
    assertThat(result.exclusions())
        .containsExactly(
            new Result.Exclusion(refusing.label(), "no u8 here", false),
            new Result.Exclusion(failing.label(), String.valueOf(failure.getMessage()), false));
    assertThat(result.measurements()).hasSize(3);
  }

  @Test
  void goesOnWhenAnotherLibraryFailsButNotWhenCleaveDoes() {
    IllegalStateException failure = new IllegalStateException("no");
    Candidate peer = failing(Role.PEER, failure);
    assertThat(measure(split(ElementType.U8), peer).exclusions())
        .containsExactly(new Result.Exclusion(peer.label(), "no", false));
    Candidate ours = failing(Role.SPLITTER, failure);
    assertThatThrownBy(() -> measure(split(ElementType.U8), ours)).isSameAs(failure);
  }

  /// Splits as plain Java does, with a fault if one is wanted.
  private static class TestCandidate implements Candidate {
    private final Role role;
    private MemorySegment data = MemorySegment.NULL;
    private int calls;
    private long pause;
    private boolean spoils;
    private boolean isIdle;
    private boolean closed;
    private @Nullable RuntimeException failure;

    TestCandidate(Role role) {
      this.role = role;
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
      if (failure != null) {
        throw failure;
      }
      data = given;
      Trial right = CPU.prepare(plan, given, outputs);
      return new Trial(
          () -> {
            calls++;
            LockSupport.parkNanos(pause);
            if (!isIdle) {
              right.work().run();
            }
            if (spoils) {
              spoil(plan, outputs.get(2));
            }
          },
          right.parts(),
          () -> {
            closed = true;
            right.close();
          });
    }

    /// Flips the last bit. The highest bit of the last byte may be padding; this one never is.
    private static void spoil(SplitPlan plan, MemorySegment last) {
      int bit = (int) ((plan.part(2).shape().elements() - 1) % 8);
      int place = plan.data().type() == ElementType.U1 ? 7 - bit : bit;
      long end = last.byteSize() - 1;
      byte spoilt = (byte) (last.get(ValueLayout.JAVA_BYTE, end) ^ (1 << place));
      last.set(ValueLayout.JAVA_BYTE, end, spoilt);
    }
  }

  private static TestCandidate spoiling() {
    TestCandidate candidate = new TestCandidate(Role.SPLITTER);
    candidate.spoils = true;
    return candidate;
  }

  private static TestCandidate failing(Role role, RuntimeException failure) {
    TestCandidate candidate = new TestCandidate(role);
    candidate.failure = failure;
    return candidate;
  }
}
