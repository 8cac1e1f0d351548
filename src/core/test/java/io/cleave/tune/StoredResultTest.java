package io.cleave.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.SplitCheck;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tuning file chooses among the candidates, and changes no byte: each route of a device in turn
/// is said to be the fastest.
class StoredResultTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 1 << 16, 96), 1, Cut.byLengths(31, 1, 64));

  private static final int MOST_ROUTES = 3;

  /// So many that the candidate is tried meanwhile and takes over.
  private static final int CALLS = 60;

  @TempDir private Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();
  private final Device device = OpenCl.unasked().getFirst().device();

  @Test
  void eachRouteThatIsStoredGivesTheSameBytes() throws IOException {
    try (OpenClSplitter<?, ?> open = TunedSplitters.onRoute(device, Binding.AUTO, Route.AUTO)) {
      List<Route> routes = open.candidates(PLAN).stream().limit(MOST_ROUTES).toList();
      assertThat(routes).isNotEmpty();
      for (Route route : routes) {
        String winner = "%s %s".formatted(device.name(), route);
        try (HostSplitter splitter =
            TunedSplitters.open(TuningMode.FIXED, () -> storing(winner, open.revision()))) {
          assertThat(splitter.route(PLAN).reason()).contains("; recorded in " + folder);
          assertThat(splitter.route(PLAN).name()).isEqualTo(open.onRoute(route).route(PLAN).name());
          split(splitter);
          assertThat(((TuningSplitter) splitter).result(PLAN).orElseThrow().winner())
              .isEqualTo(winner);
        }
      }
    }
  }

  private TuningFile storing(String winner, String revision) {
    return new TuningFixture(folder).storing("host", PLAN, winner, revision);
  }

  private void split(Splitter splitter) {
    MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
    data.copyFrom(SplitCheck.bytes(PLAN, new Random(1)));
    List<MemorySegment> parts =
        PLAN.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
    List<MemorySegment> right =
        PLAN.parts().stream()
            .map(part -> MemorySegment.ofArray(SplitCheck.expected(part, PLAN, data)))
            .toList();
    for (int call = 0; call < CALLS; call++) {
      parts.forEach(part -> part.fill((byte) 0xA5));
      splitter.split(PLAN, data, parts);
      for (int i = 0; i < parts.size(); i++) {
        assertThat(parts.get(i).mismatch(right.get(i))).as("part %s", i).isEqualTo(-1);
      }
    }
  }
}
