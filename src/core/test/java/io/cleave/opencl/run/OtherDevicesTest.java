package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Seeds;
import io.cleave.Splitter;
import io.cleave.opencl.driver.Pretence;
import io.cleave.opencl.route.RandomPlans;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.MemoryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Routes as other devices get them, carried out by the platform under test on awkward sizes: small
/// groups, little local memory, buffers instead of addresses, no clang, look-up tables.
@Tag("device")
@Tag("long")
class OtherDevicesTest {
  static Stream<Pretence> devices() {
    return Stream.of(
        Pretence.platform("rusticl"),
        Pretence.platform("rusticl").flushing(),
        Pretence.NONE.asAnAccelerator().withGroups(48 << 10, 1024),
        Pretence.NONE.asAGpu().withGroups(64 << 10, 256).flushing(),
        Pretence.NONE.asAGpu().withGroups(4 << 10, 100),
        Pretence.NONE.asAGpu().withGroups(0, 64));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void giveTheSameBytes(Pretence device) {
    List<SplitPlan> plans = new ArrayList<>(RouteContract.plans().subList(0, 7));
    for (long seed : Seeds.of(7, 3)) {
      Random random = new Random(seed);
      Stream.generate(() -> RandomPlans.next(random, 50_000)).limit(2).forEach(plans::add);
    }
    plans.addAll(RouteContract.conversions());
    try (TestSplitters<Long, Long> splitters = new TestSplitters<>(new LwjglApi()).share()) {
      for (Route route : Route.values()) {
        Splitter splitter = splitters.open(device, route);
        int fitted = 0;
        for (SplitPlan plan : plans) {
          fitted += RouteContract.splits(splitter, plan, MemoryKind.NATIVE, route) ? 1 : 0;
        }
        boolean always = route == Route.AUTO || route == Route.FUSED;
        assertThat(fitted).as("%s", route).isGreaterThan(always ? plans.size() - 1 : -1);
      }
    }
  }
}
