package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.Region;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Events of Java Flight Recorder.
@Tag("device")
@Timeout(60)
class FlightRecorderTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 1000, 10), 1, Cut.byLengths(3, 7));

  @TempDir private Path folder;

  private List<RecordedEvent> events(Runnable work) throws IOException {
    Path file = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      List.of("Split", "DeviceSplit", "ProgramBuild")
          .forEach(name -> recording.enable("io.cleave." + name));
      recording.start();
      work.run();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private List<RecordedEvent> events(Splitter splitter) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(10_000, 128);
      List<MemorySegment> parts = List.of(arena.allocate(3000, 128), arena.allocate(7000, 128));
      return events(() -> splitter.split(PLAN, data, parts));
    }
  }

  private static List<RecordedEvent> named(String name, List<RecordedEvent> events) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.cleave." + name))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void tellOfSplitsInHostMemory(Binding binding) throws IOException {
    TestSplitters<?, ?> device = TestSplitters.through(binding);
    try (Splitter inPlace = device.inPlace(Route.PER_PART);
        Splitter staged = device.asOnAGpu(Route.PER_PART, 4000)) {
      List<RecordedEvent> events = events(inPlace);
      assertThat(named("ProgramBuild", events)).isNotEmpty();
      assertThat(named("Split", events)).hasSize(1);
      requireSplits(named("DeviceSplit", events), 1, device);
      List<RecordedEvent> chunks = events(staged);
      assertThat(named("Split", chunks)).hasSize(1);
      requireSplits(named("DeviceSplit", chunks), 3, device);
    }
  }

  private static void requireSplits(
      List<RecordedEvent> events, int count, TestSplitters<?, ?> device) {
    assertThat(events).hasSize(count);
    for (RecordedEvent event : events) {
      assertThat(event.getString("device")).isEqualTo(device.device().info().device().name());
      assertThat(event.getString("route")).isEqualTo("per-part");
      assertThat(event.getInt("commands")).isEqualTo(2);
      assertThat(event.getLong("deviceTime")).as("our own queues measure").isPositive();
      assertThat(event.getDuration()).isPositive();
    }
  }

  @Test
  void tellOfSplitsOnTheUsersQueue() throws IOException {
    try (LwjglUserDevice user = new LwjglUserDevice(false);
        QueueSplitter<Long, Long> splitter = user.borrow(Route.PER_PART)) {
      Region<Long> data = Region.of(user.buffer(new byte[10_000]));
      List<Region<Long>> parts =
          List.of(Region.of(user.buffer(new byte[3000])), Region.of(user.buffer(new byte[7000])));
      List<RecordedEvent> events =
          events(
              () -> {
                splitter.enqueue(PLAN, data, parts);
                splitter.enqueue(PLAN, data, parts);
              });
      user.finish();
      List<RecordedEvent> builds = named("ProgramBuild", events);
      assertThat(builds).as("both launches take one kernel").hasSize(1);
      assertThat(builds.getFirst().getString("device")).isEqualTo(splitter.device().name());
      assertThat(splitter.explain(PLAN)).contains(builds.getFirst().getString("kernel"));
      assertThat(builds.getFirst().getDuration()).isPositive();
      List<RecordedEvent> splits = named("DeviceSplit", events);
      assertThat(splits).hasSize(2);
      assertThat(splits.getFirst().getString("route")).isEqualTo("per-part");
      assertThat(splits.getFirst().getInt("commands")).isEqualTo(2);
      assertThat(splits.getFirst().getLong("deviceTime")).as("nobody waits").isEqualTo(-1);
    }
  }
}
