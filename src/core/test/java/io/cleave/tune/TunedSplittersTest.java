package io.cleave.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.SplitterContract;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The splitters of a JVM that may use PoCL unasked.
class TunedSplittersTest {
  private static final SplitPlan LARGE =
      SplitPlan.of(Layout.of(ElementType.U8, 1 << 14, 96), 1, Cut.byLengths(32, 64));
  private static final SplitPlan SMALL =
      SplitPlan.of(Layout.of(ElementType.U8, 1 << 12, 96), 1, Cut.byLengths(32, 64));
  private static final long MOST_NANOS = 60_000_000_000L;

  @Nested
  final class ByDefault extends SplitterContract {
    @Override
    protected Splitter open() {
      return Splitter.open();
    }
  }

  private static TuningSplitter open() {
    return (TuningSplitter) TunedSplitters.open(TuningMode.MEASURE, TuningFile::none);
  }

  @Test
  void devicesAreMeasuredBesidePlainJava() {
    try (Arena arena = Arena.ofShared();
        TuningSplitter splitter = open()) {
      MemorySegment data = arena.allocate(LARGE.data().bytes(), 64);
      List<MemorySegment> parts = new ArrayList<>();
      LARGE.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 64)));
      long end = System.nanoTime() + MOST_NANOS;
      while (System.nanoTime() < end && splitter.result(LARGE).isEmpty()) {
        splitter.split(LARGE, data, parts);
      }
      TuningResult result = splitter.result(LARGE).orElseThrow();
      // On busy processors all other candidates may look far too slow in their trials.
      assertThat(result.reason())
          .isIn("faster", "the others are not faster", "the others are excluded");
      assertThat(result.figures().getFirst()).startsWith("cpu: ");
      String device = OpenCl.automatic().getFirst().device().name();
      assertThat(result.figures().getLast()).startsWith(device);
      assertThat(splitter.route(LARGE).reason()).contains(result.key());
    }
  }

  @Test
  void smallTensorsAndCommandsWithoutStoredResultsTakePlainJava() {
    try (TuningSplitter splitter = open();
        Splitter fixed = TunedSplitters.open(TuningMode.FIXED, TuningFile::none)) {
      assertThat(splitter.isTuned(SMALL)).isFalse();
      assertThat(splitter.device()).isEqualTo(Device.cpu());
      assertThat(fixed).isInstanceOf(CpuSplitter.class);
    }
  }

  @Test
  void eachRouteThatIsStoredIsTaken(@TempDir Path folder) {
    Device device = OpenCl.automatic().getFirst().device();
    TuningFixture file = new TuningFixture(folder);
    try (var open = TunedSplitters.onRoute(device, Binding.AUTO, Route.AUTO)) {
      for (Route route : List.of(Route.COMPILED, Route.STREAMED)) {
        String fastest = "%s %s".formatted(device.name(), route);
        try (AbstractSplitter splitter =
            TunedSplitters.open(
                TuningMode.FIXED, () -> file.storing("host", LARGE, fastest, open.revision()))) {
          assertThat(splitter.route(LARGE).reason()).startsWith("stored in " + folder);
          assertThat(splitter.route(LARGE).name()).isEqualTo(route.toString());
        }
      }
    }
  }
}
