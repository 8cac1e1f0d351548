package io.cleave.limits;

import static io.cleave.limits.HugeShape.AXIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.Splitters;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every splitter explains plans of tensors that no machine has memory for, on every route, or says
/// in a sentence why it does not; and takes little memory for it.
@Timeout(120)
class HugeExplainTest {
  private static final long MUCH = 64L << 20;

  /// In the gate one in so many plans: it has no divisor in common with how they repeat.
  private static final int FEW = 11;

  /// A type of each unit, and one that is wide.
  private static final List<ElementType> TYPES =
      List.of(ElementType.U1, ElementType.U3, ElementType.U8, ElementType.F64);

  @Test
  void plainJavaDoes() {
    try (Splitter splitter = CpuSplitter.open(2)) {
      explainsAll(splitter);
    }
  }

  @Test
  void whateverIsFastestDoes() {
    try (Splitter splitter = Splitters.open()) {
      explainsAll(splitter);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeviceThatSharesMemoryDoes(RouteName route) {
    try (Splitter splitter = TestSplitters.onAFake(true).inPlace(route)) {
      explainsAll(splitter);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeviceWithMemoryOfItsOwnDoes(RouteName route) {
    try (Splitter splitter = TestSplitters.onAFake(false).inPlace(route);
        Splitter gpu = TestSplitters.onAFake(false).asOnAGpu(route)) {
      explainsAll(splitter);
      explainsAll(gpu);
    }
  }

  /// On a queue nothing goes by the slab; so of what a device may just have memory for, a few.
  @ParameterizedTest
  @EnumSource
  void aQueueDoes(RouteName route) {
    try (var splitter = new QueueSplitter<>(TestSplitters.onAFake(false).session(), route)) {
      explains(
          plans().filter(plan -> plan.bytes() < 1L << 31 || plan.bytes() > 1L << 58),
          splitter::explain,
          1L << 30);
    }
  }

  @Test
  @Tag("device")
  void aRealDeviceDoesThroughEitherBinding() {
    for (var splitters :
        List.of(new TestSplitters<>(new LwjglBinding()), new TestSplitters<>(new JoclBinding()))) {
      try (Splitter inPlace = splitters.inPlace(RouteName.AUTO);
          Splitter apart = splitters.thereAndBack(RouteName.AUTO, 1 << 28)) {
        explainsAll(inPlace);
        explainsAll(apart);
      }
    }
  }

  private static void explainsAll(Splitter splitter) {
    explains(plans(), splitter::explain, MUCH);
    explains(conversions(), splitter::explain, MUCH);
    explains(stacks(), splitter::explain, MUCH);
  }

  private static Stream<SplitPlan> plans() {
    return TYPES.stream()
        .flatMap(type -> HugeShape.all(type).stream())
        .filter(huge -> huge.fits(huge.type().bits()))
        .flatMap(HugeExplainTest::plans);
  }

  private static Stream<SplitPlan> plans(HugeShape huge) {
    Shape shape = Shape.of(huge.extents());
    return Stream.of(
        SplitPlan.byLengths(shape, huge.type(), AXIS, 1, -1),
        SplitPlan.nearlyEqual(shape, huge.type(), AXIS, 7).without(0));
  }

  private static Stream<SplitPlan> conversions() {
    return TYPES.stream()
        .filter(type -> type != ElementType.F64)
        .flatMap(type -> HugeShape.all(type).stream())
        .filter(huge -> huge.fits(Math.max(huge.type().bits(), Float.SIZE)))
        .flatMap(HugeExplainTest::plans)
        .map(plan -> plan.converted(Conversion.to(ElementType.F32)));
  }

  private static Stream<StackedPlan> stacks() {
    return HugeShape.all(ElementType.U8).stream()
        .filter(huge -> huge.fits(Float.SIZE) && huge.along() % 2 == 0)
        .map(huge -> SplitPlan.intoEqualParts(Shape.of(huge.extents()), huge.type(), AXIS, 2))
        .flatMap(
            plan ->
                Stream.of(
                    plan.stacked(0),
                    plan.stacked(-1),
                    plan.converted(Conversion.to(ElementType.F32)).stacked(1)));
  }

  private static <P> void explains(Stream<P> all, Function<P, Route> explain, long most) {
    List<P> plans = all.toList();
    assertThat(plans).hasSizeGreaterThan(100);
    for (int i = 0; i < plans.size(); i += Seeds.rounds(FEW, 1)) {
      explainsOne(plans.get(i), explain, most);
    }
  }

  private static <P> void explainsOne(P plan, Function<P, Route> explain, long most) {
    long before = allocated();
    String said;
    try {
      said = explain.apply(plan).toString();
    } catch (IllegalArgumentException e) {
      assertThat(e).as("%s", plan).hasMessageContaining("; ");
      said = String.valueOf(e.getMessage());
    }
    assertThat(said).as("%s", plan).isNotBlank().doesNotContainPattern("[ (,=]-\\d");
    assertThat(allocated() - before).as("bytes allocated for %s", plan).isLessThan(most);
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
