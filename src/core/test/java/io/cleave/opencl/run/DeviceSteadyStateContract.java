package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Contract of splitters on the user's own queue: state kept from call to call, and among threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(120)
public abstract class DeviceSteadyStateContract<M, E> extends DeviceFixture<M, E> {
  private static final SplitPlan ROWS =
      SplitPlan.of(Layout.of(ElementType.F32, 61, 10), 1, Cut.byLengths(3, 0, 6, 1));

  private static final SplitPlan BITS =
      SplitPlan.of(Layout.of(ElementType.U4, 40, 11), 1, Cut.byLengths(4, 7));

  /// Programs, kernels and memory each refer to the context.
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "PER_PART", "FUSED", "BITS"})
  void makesNothingInTheSecondCall(Route route) {
    use(true, route);
    M data = buffer(random(ROWS.data().bytes()));
    List<M> parts = separate(ROWS);
    finish(submit(ROWS, data, parts, List.of()));
    user.finish();
    long references = settled(user::contextReferences);
    for (int i = 0; i < 20; i++) {
      SplitPlan equal =
          SplitPlan.of(Layout.of(ElementType.F32, 61, 10), -1, Cut.byLengths(3, 0, 6, 1));
      finish(submit(equal, data, parts, List.of()));
    }
    user.finish();
    requireInTheEnd("references to the context", user::contextReferences, references);
  }

  @Test
  void makesNothingAfterItWasPrepared() {
    splitter.prepare(ROWS);
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    List<M> separate = separate(ROWS);
    user.finish();
    long references = settled(user::contextReferences);
    finish(submit(ROWS, source, separate, List.of()));
    user.finish();
    requireInTheEnd("references to the context", user::contextReferences, references);
    requireSplit(ROWS, data, separate);
  }

  @Test
  void reportsWhatItCompilesOnce() throws IOException {
    Path file = Files.createTempFile("cleave", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.cleave.ProgramBuild");
      recording.start();
      splitsSeparately(ROWS);
      splitsSeparately(ROWS);
      splitsSeparately(ROWS);
      recording.dump(file);
    }
    List<RecordedEvent> builds = named("io.cleave.ProgramBuild", file);
    assertThat(builds).hasSize((int) splitter.explain(ROWS).lines().count() - 1);
    RecordedEvent build = builds.getFirst();
    assertThat(build.getString("device")).isEqualTo(splitter.device().name());
    assertThat(splitter.explain(ROWS)).contains(build.getString("kernel"));
    assertThat(build.getDuration()).isPositive();
  }

  private static List<RecordedEvent> named(String name, Path file) throws IOException {
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Files.delete(file);
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }

  @Test
  void reportsWhatItQueues() throws IOException {
    use(true, Route.PER_PART);
    Path file = Files.createTempFile("cleave", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.cleave.DeviceSplit");
      recording.start();
      splitsSeparately(ROWS);
      recording.dump(file);
    }
    List<RecordedEvent> events = named("io.cleave.DeviceSplit", file);
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().getString("route")).isEqualTo("per-part");
    assertThat(events.getFirst().getInt("commands")).isEqualTo(3);
    assertThat(events.getFirst().getLong("deviceTime")).as("nobody waits").isEqualTo(-1);
  }

  @Test
  void refersToNothingOfTheUsersBetweenCalls() {
    M data = buffer(random(ROWS.data().bytes()));
    List<M> parts = separate(ROWS);
    finish(submit(ROWS, data, parts, List.of()));
    user.finish();
    requireInTheEnd("references to the data", () -> user.references(data), 1);
    for (M part : parts) {
      requireInTheEnd("references to a part", () -> user.references(part), 1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "PER_PART", "FUSED"})
  void servesManyThreads(Route route) throws Exception {
    use(true, route);
    byte[] rows = random(ROWS.data().bytes());
    byte[] bits = random(BITS.data().bytes());
    M rowData = buffer(rows);
    M bitData = buffer(bits);
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      boolean odd = i % 2 == 1 && route != Route.FUSED;
      SplitPlan plan = odd ? BITS : ROWS;
      List<M> parts = separate(plan);
      M data = odd ? bitData : rowData;
      calls.add(() -> repeat(plan, data, odd ? bits : rows, parts));
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> call : threads.invokeAll(calls)) {
        assertThat(call.get()).isEqualTo(25);
      }
    }
  }

  private int repeat(SplitPlan plan, M data, byte[] content, List<M> parts) {
    int times = 0;
    while (times < 25) {
      finish(submit(plan, data, parts, List.of()));
      requireSplit(plan, content, parts);
      times++;
    }
    return times;
  }

  /// Many calls may be on the queue at once.
  @Test
  void queuesManyCallsAhead() {
    byte[] data = random(ROWS.data().bytes());
    M source = buffer(data);
    List<List<M>> outputs = new ArrayList<>();
    List<E> events = new ArrayList<>();
    E gate = user.gate();
    for (int i = 0; i < 50; i++) {
      List<M> parts = separate(ROWS);
      outputs.add(parts);
      events.add(submit(ROWS, source, parts, List.of(gate)));
    }
    user.open(gate, 0);
    events.forEach(this::finish);
    user.release(gate);
    outputs.forEach(parts -> requireSplit(ROWS, data, parts));
  }
}
