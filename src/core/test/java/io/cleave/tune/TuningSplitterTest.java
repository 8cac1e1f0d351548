package io.cleave.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.Splitter;
import io.cleave.Warnings;
import io.cleave.opencl.session.FailedCallException;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// Which candidate carries out a split, and what becomes of candidates that fail.
@Timeout(120)
@ResourceLock(Resources.SYSTEM_ERR)
@Tag("c2")
class TuningSplitterTest {
  /// Long rows are fast in interpreted code too, beside what a slower splitter takes.
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 96, 4096), 1, Cut.byLengths(1024, 3072));

  private static final SplitPlan OTHER =
      SplitPlan.of(Layout.of(ElementType.U8, 48, 8192), 1, Cut.byLengths(2048, 6144));
  private static final SplitPlan SMALL =
      SplitPlan.of(Layout.of(ElementType.U8, 4, 96), 1, Cut.byLengths(32, 64));
  private static final String ALONE = "the others are excluded";

  @TempDir private Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();
  private final TestSplitter first = new TestSplitter("first");
  private final TestSplitter second = new TestSplitter("second");
  private final AtomicInteger openings = new AtomicInteger();
  private final MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
  private Runnable closing = () -> {};

  private TuningSplitter open(TuningMode mode, TuningFile file) {
    Runnable close =
        () -> {
          first.close();
          second.close();
          closing.run();
        };
    Candidates candidates =
        new Candidates(
            "test",
            PLAN.data().bytes(),
            first.candidate(),
            openings::incrementAndGet,
            _ -> List.of(second.candidate()),
            close);
    return new TuningSplitter(candidates, mode, file);
  }

  private TuningSplitter open() {
    return open(TuningMode.MEASURE, TuningFile.none());
  }

  private List<MemorySegment> outputs(SplitPlan plan) {
    return plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
  }

  private void split(Splitter splitter, SplitPlan plan) {
    splitter.split(plan, data.asSlice(0, plan.data().bytes()), outputs(plan));
  }

  private TuningResult tune(TuningSplitter splitter, SplitPlan plan, MemorySegment data) {
    List<MemorySegment> parts = outputs(plan);
    while (splitter.result(plan).isEmpty() && !Thread.currentThread().isInterrupted()) {
      splitter.split(plan, data, parts);
    }
    return splitter.result(plan).orElseThrow();
  }

  static void isResult(TuningResult result, String fastest, String reason) {
    assertThat(List.of(result.fastest(), result.reason())).containsExactly(fastest, reason);
  }

  private List<RecordedEvent> record(String event, Callable<?> task) throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(event).withoutThreshold();
      recording.start();
      task.call();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(one -> one.getEventType().getName().equals(event))
        .toList();
  }

  @Test
  void theFasterOneTakesOver() throws Exception {
    first.taking(2_000_000);
    try (TuningSplitter splitter = open()) {
      List<RecordedEvent> events = record("io.cleave.Tuning", () -> tune(splitter, PLAN, data));
      assertThat(events).hasSize(1);
      RecordedEvent event = events.getFirst();
      assertThat(event.getString("fastest")).isEqualTo("second");
      assertThat(event.getString("reason")).isEqualTo("faster");
      assertThat(event.getString("key")).startsWith("test: 4096 bytes of 1024, 3072; ");
      assertThat(event.getString("figures")).contains("first: baseline", "second: faster");
      assertThat(tune(splitter, PLAN, data).isStorable()).isTrue();
      int before = first.calls();
      split(splitter, PLAN);
      assertThat(first.calls()).isEqualTo(before);
      assertThat(splitter.explain(PLAN))
          .contains("second (faster for", "first: baseline", "second: faster");
      assertThat(openings).hasValue(1);
    }
  }

  /// They are tried on some chunks, and on all of the data.
  @Test
  void stacksAndWindowsAreTunedAsWell() {
    first.taking(5_000_000);
    Layout pixels = Layout.of(ElementType.U8, 8, 64, 8, 384);
    SplitPlan planes = SplitPlan.of(pixels, -1, Cut.intoEqualParts(3));
    SplitPlan window = SplitPlan.of(pixels.cropped(1, 9, 50), -1, Cut.intoEqualParts(3));
    MemorySegment images = arena.allocate(pixels.bytes(), 64);
    try (TuningSplitter splitter = open()) {
      for (SplitPlan plan :
          List.of(planes.stacked(1), planes.joined(2), window, window.stacked(1))) {
        isResult(tune(splitter, plan, images), "second", "faster");
      }
    }
  }

  @Test
  void flightRecorderHasOneEventForASplit() throws Exception {
    try (TuningSplitter splitter = open()) {
      Callable<?> splits =
          () -> {
            split(splitter, PLAN);
            split(splitter, SMALL);
            return splitter;
          };
      assertThat(record("io.cleave.Split", splits)).hasSize(2);
    }
  }

  @Test
  void theBaselineHasSmallSplitsAndArraysAndAllWhereNothingIsMeasured() {
    MemorySegment array = MemorySegment.ofArray(new byte[(int) PLAN.data().bytes()]);
    try (TuningSplitter measuring = open();
        TuningSplitter fixed = open(TuningMode.FIXED, TuningFile.none())) {
      for (int i = 0; i < 500; i++) {
        split(measuring, SMALL);
        measuring.split(PLAN, array, outputs(PLAN));
        split(fixed, PLAN);
      }
      assertThat(openings).hasValue(0);
      assertThat(second.calls()).isZero();
      assertThat(measuring.result(PLAN)).isEmpty();
      assertThat(measuring.route(SMALL).name()).isEqualTo("first");
      assertThat(fixed.route(PLAN).name()).isEqualTo("first");
    }
  }

  @Test
  void aStoredResultIsUsed() {
    TuningFile file = new TuningFixture(folder).storing("test", PLAN, "second", "1");
    for (TuningMode mode : TuningMode.values()) {
      try (TuningSplitter splitter = open(mode, file)) {
        assertThat(splitter.route(PLAN).name()).isEqualTo("second");
        assertThat(splitter.route(PLAN).reason()).contains("stored in " + folder);
        isResult(tune(splitter, PLAN, data), "second", "stored in " + file.path());
      }
    }
  }

  @Test
  void oneThatWritesOtherBytesNeverTouchesTheUsersMemory() {
    second.wrong();
    try (TuningSplitter splitter = open()) {
      TuningResult result = tune(splitter, PLAN, data);
      isResult(result, "first", ALONE);
      assertThat(result.isStorable()).isTrue();
      assertThat(result.figures().getLast())
          .startsWith("second: excluded: it writes other bytes than the baseline, at part 0");
      assertThat(second.calls()).isPositive();
      assertThat(second.hasSplit(data)).isFalse();
    }
  }

  @Test
  void oneThatFailsItsTrialIsReportedAndNotStored() {
    second.failing(new FailedCallException("clBuildProgram", -11, "the device"));
    try (Warnings warnings = new Warnings();
        TuningSplitter splitter = open()) {
      TuningResult result = tune(splitter, PLAN, data);
      isResult(result, "first", ALONE);
      assertThat(result.isStorable()).isFalse();
      assertThat(result.figures().getLast())
          .startsWith("second: excluded: it failed: clBuildProgram")
          .contains("CL_BUILD_PROGRAM_FAILURE");
      assertThat(warnings.all()).singleElement().asString().contains("; first takes over");
      assertThat(second.hasSplit(data)).isFalse();
    }
  }

  @Test
  void theBaselineDoesWhatTheFastestFailsToDo() {
    first.taking(1_000_000);
    try (Warnings warnings = new Warnings();
        TuningSplitter splitter = open()) {
      for (SplitPlan plan : List.of(PLAN, OTHER)) {
        isResult(tune(splitter, plan, data), "second", "faster");
      }
      second.failing(new FailedCallException("clEnqueueNDRangeKernel", -5, "the device"));
      for (SplitPlan plan : List.of(PLAN, OTHER)) {
        int before = first.calls();
        split(splitter, plan);
        split(splitter, plan);
        assertThat(first.calls()).isEqualTo(before + 2);
        isResult(tune(splitter, plan, data), "first", ALONE);
        assertThat(tune(splitter, plan, data).isStorable()).isFalse();
      }
      assertThat(warnings.all())
          .singleElement()
          .asString()
          .contains("second failed: clEnqueueNDRangeKernel", "; first takes over");
    }
  }

  @Test
  void bothFailuresAreToldWhereTheBaselineFailsToo() {
    first.taking(1_000_000);
    try (TuningSplitter splitter = open()) {
      tune(splitter, PLAN, data);
      second.failing(new FailedCallException("clFinish", -5, "the device"));
      first.failing(new FailedCallException("clFlush", -5, "the device"));
      assertThat(catchThrowable(() -> split(splitter, PLAN)))
          .hasMessageContaining("clFlush")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
  }

  /// The program has what it wanted, and did not ask for a device.
  @Test
  void aDeviceThatFailsToCloseIsOnlyReported() {
    closing =
        () -> {
          throw new FailedCallException("clReleaseContext", -5, "the device");
        };
    try (Warnings warnings = new Warnings()) {
      open().close();
      assertThat(warnings.all()).singleElement().asString().contains("clReleaseContext");
    }
  }
}
