package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.lwjgl.opencl.CL10.CL_MEM_USE_HOST_PTR;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.Region;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How many commands and objects a split takes. For a batch of images that is one launch, and
/// nothing else once an equal plan is prepared.
@Tag("device")
class CommandCountTest {

  private static final String LAUNCH = "clEnqueueNDRangeKernel";

  private static final String PREPARATIONS =
      "clCreate(Program|Kernel|SubBuffer).*|clBuildProgram|clEnqueue(Read|Write|Map|Copy|Fill).*";

  private static int launches(Driver driver) {
    return Collections.frequency(driver.calls(), LAUNCH);
  }

  private static MemorySegment[] allocate(SplitPlan plan, int alignment, Arena arena) {
    return plan.parts().stream()
        .map(part -> arena.allocate(part.bytes(), alignment))
        .toArray(MemorySegment[]::new);
  }

  /// Dense images and windows of padded ones: as planes and stacked, moved and converted.
  private static List<SplitPlan> made() {
    Conversion conversion = Conversion.to(ElementType.F32).imagenet();
    SplitPlan dense =
        SplitPlan.of(Layout.of(ElementType.U8, 32, 24, 30, 3), -1, Cut.intoEqualParts(3));
    Layout padded = Layout.of(ElementType.U8, 32, 40, 50, 3).pitched(1, 160);
    SplitPlan windows =
        SplitPlan.of(padded.cropped(1, 7, 24).cropped(2, 9, 30), -1, Cut.intoEqualParts(3));
    return List.of(
        dense,
        dense.converted(conversion).stacked(1),
        windows,
        windows.joined(0),
        windows.converted(conversion),
        windows.converted(conversion).stacked(1));
  }

  static IntStream batches() {
    return IntStream.range(0, made().size());
  }

  @ParameterizedTest
  @MethodSource("batches")
  void batchesInHostMemory(int index) {
    assumeTrue(PlatformUnderTest.NAME.equals("Portable Computing Language"));
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    SplitPlan plan = made().get(index);
    try (OpenClSplitter<?, ?> splitter = device.inPlace(Route.AUTO);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64);
      List<MemorySegment> parts = List.of(allocate(plan, 64, arena));
      splitter.split(plan, data, parts);
      List<Long> allocations = new ArrayList<>();
      device
          .driver()
          .intercept(
              (function, arguments, real) -> {
                if (function.equals("clCreateBuffer")
                    && (Arguments.number(arguments, 1) & CL_MEM_USE_HOST_PTR) == 0) {
                  allocations.add(Arguments.number(arguments, 2));
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
  @MethodSource("batches")
  void batchesOnTheUsersQueue(int index) {
    SplitPlan plan = made().get(index);
    TestSplitters<Long, Long> device = new TestSplitters<>(new LwjglApi());
    try (LwjglUserDevice user = new LwjglUserDevice(false);
        QueueSplitter<Long, Long> splitter = device.borrow(user, Route.AUTO)) {
      Region<Long> data = Region.of(user.buffer(new byte[(int) plan.data().bytes()]));
      List<Region<Long>> parts =
          plan.parts().stream()
              .map(part -> Region.of(user.buffer(new byte[(int) part.bytes()])))
              .toList();
      splitter.prepare(plan);
      device.driver().expect(null);
      splitter.enqueue(made().get(index), data, parts);
      requireOneLaunch(device.driver(), plan);
      assertThat(device.driver().calls()).doesNotContain("clCreateBuffer");
      user.finish();
      parts.forEach(part -> user.free(part.buffer()));
      user.free(data.buffer());
    }
  }

  private static void requireOneLaunch(Driver driver, SplitPlan plan) {
    assertThat(launches(driver)).as("%s", plan).isEqualTo(1);
    assertThat(driver.calls()).as("%s", plan).noneMatch(call -> call.matches(PREPARATIONS));
  }

  @Test
  void regionsOfOneBuffer() {
    regionsOfOneBuffer(new TestSplitters<>(new LwjglApi()), new LwjglUserDevice(false));
    regionsOfOneBuffer(new TestSplitters<>(new JoclApi()), new JoclUserDevice(false));
  }

  /// One launch, however many parts there are, and no event unless it is asked for.
  private static <M, E> void regionsOfOneBuffer(TestSplitters<M, E> device, UserDevice<M, E> user) {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 20, 300), 1, Cut.intoEqualParts(150));
    try (user;
        QueueSplitter<M, E> splitter = device.borrow(user, Route.FUSED)) {
      M data = user.buffer(new byte[6000]);
      M packed = user.buffer(new byte[6000]);
      List<Region<M>> together = new ArrayList<>();
      List<Region<M>> apart = new ArrayList<>();
      for (Part part : plan.parts()) {
        together.add(new Region<>(packed, part.index() * part.bytes()));
        apart.add(Region.of(user.buffer(new byte[(int) part.bytes()])));
      }
      device.driver().expect(null);
      splitter.enqueue(plan, Region.of(data), together);
      assertThat(launches(device.driver())).isEqualTo(1);
      assertThat(device.driver().calls())
          .as("no event is made")
          .doesNotContain("clReleaseEvent", "clEnqueueMarkerWithWaitList");
      device.driver().expect(null);
      splitter.enqueue(plan, Region.of(data), apart);
      assertThat(launches(device.driver())).isBetween(2, 10);
      user.finish();
      apart.forEach(place -> user.free(place.buffer()));
      user.free(packed);
      user.free(data);
    }
  }

  /// A thousand parts that each wait for a thousand launches would be a million entries.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitListsGrowWithTheParts(boolean sharesMemory) {
    int count = 1000;
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    DeviceAnswers answers =
        sharesMemory ? DeviceAnswers.TRUE.asAnAccelerator() : DeviceAnswers.TRUE.asAGpu();
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 2, count), 1, Cut.intoEqualParts(count));
    AtomicLong waits = new AtomicLong();
    try (Splitter splitter = device.open(answers, Route.PER_PART);
        Arena arena = Arena.ofConfined()) {
      device
          .driver()
          .intercept(
              (function, arguments, real) -> {
                if (function.equals("clEnqueueReadBuffer")) {
                  waits.addAndGet(Arguments.number(arguments, 6));
                }
                return real.with(arguments);
              });
      MemorySegment data = arena.allocate(plan.data().bytes(), 16);
      splitter.split(plan, data, List.of(allocate(plan, 16, arena)));
    }
    assertThat(waits).hasValue(count);
  }

  /// The addresses of a caller differ from call to call, at odd multiples of a power of two.
  @ParameterizedTest
  @CsvSource({"16", "32", "64", "256", "4096"})
  void nothingIsCompiledForOtherAddresses(int address) {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U4, 390, 6), 1, Cut.byLengths(3, 3));
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    try (Splitter splitter = device.inPlace(Route.AUTO);
        Arena arena = Arena.ofConfined()) {
      for (int odd : new int[] {8192, address}) {
        device.driver().expect(null);
        List<MemorySegment> memory =
            List.of(plan.data().bytes(), plan.part(0).bytes(), plan.part(1).bytes()).stream()
                .map(bytes -> arena.allocate(bytes + odd, 2L * odd).asSlice(odd, bytes))
                .toList();
        splitter.split(plan, memory.getFirst(), memory.subList(1, 3));
      }
      assertThat(device.driver().calls()).contains(LAUNCH).doesNotContain("clBuildProgram");
    }
  }
}
