package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Route;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Commands of a batch of images: one launch, and nothing else from the second call with an equal
/// plan on.
@Tag("device")
class BatchCommandsTest {
  private static final long USE_HOST_PTR = 1 << 3;

  private static final String PREPARATIONS =
      "clCreate(Program|Kernel|SubBuffer).*|clBuildProgram|clEnqueue(Read|Write|Map|Copy|Fill).*";

  /// Dense images and windows of padded ones: as planes and stacked, moved and converted.
  private static List<SplitPlan> made() {
    List<SplitPlan> plans = new ArrayList<>();
    for (Layout images :
        List.of(
            Layout.of(ElementType.U8, 32, 24, 30, 3),
            Layout.of(ElementType.U8, 32, 40, 50, 3)
                .pitched(1, 160)
                .cropped(1, 7, 24)
                .cropped(2, 9, 30))) {
      SplitPlan planes = SplitPlan.of(images, -1, Cut.intoEqualParts(3));
      for (SplitPlan plan :
          List.of(planes, planes.converted(Conversion.to(ElementType.F32).imagenet()))) {
        plans.add(plan);
        plans.add(plan.stacked(1));
        plans.add(plan.joined(0));
      }
    }
    return plans;
  }

  static IntStream plans() {
    return IntStream.range(0, made().size());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void areOneLaunchOfHostMemory(int index) {
    assumeTrue(PlatformUnderTest.NAME.equals("Portable Computing Language"));
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    SplitPlan plan = made().get(index);
    try (OpenClSplitter<?, ?> splitter = device.inPlace(Route.AUTO);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64);
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      splitter.split(plan, data, parts);
      List<Long> allocations = new ArrayList<>();
      device
          .driver()
          .detour(
              (function, arguments, real) -> {
                if (function.equals("clCreateBuffer")
                    && (Signature.number(arguments, 1) & USE_HOST_PTR) == 0) {
                  allocations.add(Signature.number(arguments, 2));
                }
                return real.with(arguments);
              });
      device.driver().expect(null);
      splitter.split(made().get(index), data, parts);
      requireOneLaunch(device.driver(), plan);
      assertThat(allocations).as("bytes of new buffers").isEmpty();
      assertThat(splitter.route(plan).steps()).as("%s", plan).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void areOneLaunchOnABorrowedQueue(int index) {
    ClApi<Long, Long> api = Interposed.binding(new LwjglApi());
    Driver driver = Interposed.driver(api);
    SplitPlan plan = made().get(index);
    try (LwjglUserDevice user = LwjglUserDevice.open(false);
        QueueSplitter<Long, Long> splitter = user.borrow(api, Route.AUTO)) {
      Place<Long> data = Place.of(user.buffer(new byte[(int) plan.data().bytes()]));
      List<Place<Long>> parts =
          plan.parts().stream()
              .map(part -> Place.of(user.buffer(new byte[(int) part.bytes()])))
              .toList();
      splitter.enqueue(plan, data, parts);
      driver.expect(null);
      splitter.enqueue(made().get(index), data, parts);
      requireOneLaunch(driver, plan);
      assertThat(driver.calls()).doesNotContain("clCreateBuffer");
      user.finish();
      parts.forEach(part -> user.free(part.memory()));
      user.free(data.memory());
    }
  }

  private static void requireOneLaunch(Driver driver, SplitPlan plan) {
    List<String> calls = driver.calls();
    assertThat(Collections.frequency(calls, "clEnqueueNDRangeKernel")).as("%s", plan).isEqualTo(1);
    assertThat(calls).as("%s", plan).noneMatch(call -> call.matches(PREPARATIONS));
  }
}
