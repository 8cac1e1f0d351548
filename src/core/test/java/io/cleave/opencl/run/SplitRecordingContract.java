package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What Java Flight Recorder gets to know of a split from host memory to host memory.
@Timeout(60)
public abstract class SplitRecordingContract {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 1000, 10), 1, Cut.byLengths(3, 7));

  /// A device with a binding.
  protected abstract TestSplitters<?, ?> splitters();

  @Test
  void recordsEachSplitInPlace() throws IOException {
    try (Splitter splitter = splitters().inPlace(Route.PER_PART)) {
      List<RecordedEvent> events = record(splitter);
      assertThat(named(events, "io.cleave.Split")).hasSize(1);
      assertThat(named(events, "io.cleave.DeviceSplit")).hasSize(1).allSatisfy(this::isComplete);
      assertThat(named(events, "io.cleave.ProgramBuild")).isNotEmpty();
    }
  }

  @Test
  void recordsEachSlabThereAndBack() throws IOException {
    try (Splitter splitter = splitters().asOnAGpu(Route.PER_PART, 4000)) {
      List<RecordedEvent> events = record(splitter);
      assertThat(named(events, "io.cleave.Split")).hasSize(1);
      assertThat(named(events, "io.cleave.DeviceSplit")).hasSize(3).allSatisfy(this::isComplete);
    }
  }

  private static List<RecordedEvent> record(Splitter splitter) throws IOException {
    Path file = Files.createTempFile("cleave", ".jfr");
    try (Recording recording = new Recording();
        Arena arena = Arena.ofConfined()) {
      for (String name : List.of("Split", "DeviceSplit", "ProgramBuild")) {
        recording.enable("io.cleave." + name);
      }
      recording.start();
      List<MemorySegment> parts = List.of(arena.allocate(3000, 128), arena.allocate(7000, 128));
      splitter.split(PLAN, arena.allocate(10_000, 128), parts);
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Files.delete(file);
    return events;
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }

  private void isComplete(RecordedEvent event) {
    assertThat(event.getString("device")).isEqualTo(splitters().device().facts().device().name());
    assertThat(event.getString("route")).isEqualTo("per-part");
    assertThat(event.getInt("commands")).isEqualTo(2);
    assertThat(event.getLong("deviceTime")).as("our own queues measure").isPositive();
    assertThat(event.getDuration()).isPositive();
  }
}
