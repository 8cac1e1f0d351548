package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Empty tensors, empty parts, and no parts.
@Timeout(120)
class NothingTest {
  private static final long HUGE = 1L << 62;

  private static List<SplitPlan> plans() {
    List<SplitPlan> plans = new ArrayList<>();
    for (ElementType type : List.of(ElementType.U1, ElementType.U3, ElementType.F32)) {
      for (Shape shape : List.of(Shape.of(0, 3, 5), Shape.of(HUGE, 0, HUGE), Shape.of(3, 5, 0))) {
        for (int axis = 0; axis < 3; axis++) {
          plans.add(SplitPlan.of(Layout.of(type, shape), axis, Cut.byLengths(0, -1, 0)));
          plans.add(SplitPlan.of(Layout.of(type, shape), axis, Cut.nearlyEqual(2)).without(0));
        }
      }
      plans.add(SplitPlan.of(Layout.of(type, 4, 0), 1, Cut.byLengths()));
      plans.add(SplitPlan.of(Layout.of(type, 4, 6), 1, Cut.byLengths(2, 4)).only());
      plans.add(SplitPlan.of(Layout.of(type, 4, 6), 1, Cut.byLengths(2, 4, 0, 0)).only(2, 3));
    }
    plans.addAll(
        plans.stream().map(plan -> plan.converted(Conversion.to(ElementType.F16))).toList());
    return plans;
  }

  @Test
  void inPlainJava() {
    try (Splitter splitter = CpuSplitter.open(2)) {
      splits(splitter);
    }
  }

  @Test
  @Tag("device")
  void onADevice() {
    TestSplitters<?, ?> splitters = new TestSplitters<>(new LwjglApi());
    try (Splitter inPlace = splitters.inPlace(Route.AUTO);
        Splitter apart = splitters.asOnAGpu(Route.AUTO, 1 << 20);
        Residence residence = splitters.residence(Route.AUTO, 1 << 20)) {
      splits(inPlace);
      splits(apart);
      resides(residence);
    }
  }

  private static Tensor data(SplitPlan plan) {
    return new Tensor(
        plan.data().type(),
        plan.data().shape(),
        MemorySegment.ofArray(new byte[(int) plan.data().bytes()]));
  }

  private static void splits(Splitter splitter) {
    for (SplitPlan plan : plans()) {
      assertThat(splitter.explain(plan)).as("%s", plan).isNotBlank();
      try (Arena arena = Arena.ofShared()) {
        requireEmpty(plan, splitter.split(plan, data(plan).data(), arena));
      }
    }
    SplitPlan halves = SplitPlan.of(Layout.of(ElementType.U8, 0, 4), 1, Cut.intoEqualParts(2));
    MemorySegment none = MemorySegment.ofArray(new byte[0]);
    splitter.split(halves.stacked(0), none, none);
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 3, 0), 1, Cut.byLengths(0, 0));
    assertThat(splitter.split(strings, new String[0]))
        .containsExactly(new String[0], new String[0]);
  }

  private static void requireEmpty(SplitPlan plan, List<Tensor> parts) {
    assertThat(parts).hasSize(plan.partCount());
    for (Part part : plan.parts()) {
      Tensor tensor = parts.get(part.index());
      assertThat(tensor.shape()).isEqualTo(part.shape());
      assertThat(tensor.data().byteSize()).isZero();
    }
  }

  private static void resides(Residence residence) {
    for (SplitPlan plan : plans()) {
      try (ResidentTensor tensor = residence.place(data(plan))) {
        for (ResidentTensor part : tensor.split(plan)) {
          part.read(MemorySegment.ofArray(new byte[0]));
          part.close();
        }
      }
    }
  }
}
