package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each call of the port fails in turn while host memory is split: the failure is told, no command
/// touches the memory afterwards, nothing is lost, and the next try works.
@Timeout(120)
class OpenClSplitterFailureTest {
  /// Three slabs where the device takes a third of it.
  private static final SplitPlan BYTES =
      SplitPlan.byLengths(Shape.of(400, 10), ElementType.U8, 1, 3, 0, 7, 0);

  private static final SplitPlan BITS =
      SplitPlan.byLengths(Shape.of(390, 5), ElementType.U4, 1, 2, 3);

  enum Place {
    /// Native and aligned.
    ALIGNED,
    /// Native, but at an odd address.
    ODD,
    /// On the heap.
    HEAP;

    MemorySegment allocate(long bytes, Arena arena) {
      return switch (this) {
        case ALIGNED -> arena.allocate(bytes, 128);
        case ODD -> arena.allocate(bytes + 1, 128).asSlice(1, bytes);
        case HEAP -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      };
    }
  }

  /// How the splitter is opened, and what it splits.
  private record Trial(
      boolean shares, Place place, RouteName route, SplitPlan plan, long slabBytes) {
    OpenClSplitter<FakeMemory, FakeEvent> open(FakeSession session) {
      return new OpenClSplitter<>(session, CpuSplitter.open(1), route, slabBytes);
    }

    void split(OpenClSplitter<FakeMemory, FakeEvent> splitter) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment data = place.allocate(plan.bytes(), arena);
        byte[] random = new byte[Math.toIntExact(plan.bytes())];
        new Random(2).nextBytes(random);
        data.copyFrom(MemorySegment.ofArray(random));
        split(splitter, data.asReadOnly(), arena);
      }
    }

    private void split(
        OpenClSplitter<FakeMemory, FakeEvent> splitter, MemorySegment data, Arena arena) {
      List<@Nullable MemorySegment> parts = new ArrayList<>();
      for (Part part : plan.parts()) {
        parts.add(place.allocate(part.bytes(), arena));
      }
      parts.set(plan.partCount() - 1, null);
      splitter.split(plan, data, parts);
      for (Part part : plan.parts()) {
        MemorySegment memory = parts.get(part.index());
        if (memory != null) {
          assertThat(memory.toArray(ValueLayout.JAVA_BYTE))
              .isEqualTo(
                  NaiveSplit.part(
                      data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length()));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true, ALIGNED, AUTO, 10000",
    "true, ALIGNED, PER_PART, 1400",
    "true, ODD, AUTO, 1400",
    "true, HEAP, FUSED, 10000",
    "false, ALIGNED, AUTO, 10000",
    "false, ALIGNED, PER_PART, 1400",
    "false, ODD, FUSED, 1400",
    "false, HEAP, AUTO, 1400"
  })
  void losesNothingWhicheverCallFails(
      boolean shares, Place place, RouteName route, long slabBytes) {
    losesNothing(new Trial(shares, place, route, BYTES, slabBytes));
  }

  @ParameterizedTest
  @CsvSource({
    "true, ALIGNED, 10000",
    "true, ALIGNED, 400",
    "true, HEAP, 400",
    "false, ALIGNED, 400",
    "false, HEAP, 400"
  })
  void losesNothingOfBitsEither(boolean shares, Place place, long slabBytes) {
    losesNothing(new Trial(shares, place, RouteName.AUTO, BITS, slabBytes));
  }

  /// Measuring asks the device more questions.
  @ParameterizedTest
  @CsvSource({"true, HEAP, AUTO, 1400", "false, HEAP, AUTO, 1400"})
  void losesNothingWhileItIsMeasured(boolean shares, Place place, RouteName route, long slabBytes) {
    try (Recording recording = new Recording()) {
      recording.enable("io.cleave.DeviceSplit");
      recording.start();
      losesNothing(new Trial(shares, place, route, BYTES, slabBytes));
    }
  }

  private static void losesNothing(Trial trial) {
    int n = 1;
    while (failsAtCall(n, trial)) {
      n++;
    }
    assertThat(n).as("calls that were made to fail").isGreaterThan(10);
  }

  private static boolean failsAtCall(int n, Trial trial) {
    FakeSession session = new FakeSession(n, true, trial.shares());
    OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session);
    session.faults.failAt(n);
    Throwable failure = catchThrowable(() -> trial.split(splitter));
    session.faults.stop();
    String call = "call %d (%s)".formatted(n, session.faults.failed());
    boolean failed = !session.faults.failed().isEmpty();
    if (failed) {
      assertThat(failure)
          .as(call)
          .isInstanceOf(OpenClException.class)
          .hasMessage(session.faults.message());
      assertThat(session.touchingTheDead()).as(call).isEmpty();
    } else {
      assertThat(failure).isNull();
    }
    trial.split(splitter);
    int live = session.live();
    trial.split(splitter);
    assertThat(session.live()).as(call).isEqualTo(live);
    splitter.close();
    assertThat(session.live()).as(call).isZero();
    return failed;
  }
}
