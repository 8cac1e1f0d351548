package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Splitters;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.HostResidence;
import io.cleave.backend.Region;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nothing to split, nothing in any part, no part at all, none that is wanted: every way takes it,
/// and does nothing.
@Timeout(120)
class NothingTest {
  private static final long HUGE = 1L << 62;

  private static List<SplitPlan> plans() {
    List<SplitPlan> plans = new ArrayList<>();
    for (ElementType type :
        List.of(ElementType.U1, ElementType.U3, ElementType.U8, ElementType.F32)) {
      for (Shape shape :
          List.of(
              Shape.of(0, 0, 0), Shape.of(0, 3, 5), Shape.of(HUGE, 0, HUGE), Shape.of(3, 5, 0))) {
        for (int axis = 0; axis < 3; axis++) {
          plans.add(SplitPlan.byLengths(shape, type, axis, 0, -1, 0));
          plans.add(SplitPlan.nearlyEqual(shape, type, axis, 2).without(0));
          plans.add(SplitPlan.nearlyEqual(shape, type, axis, 2).only());
        }
      }
      plans.add(SplitPlan.byLengths(Shape.of(4, 0), type, 1));
      plans.add(SplitPlan.byLengths(Shape.of(4, 0), type, 1, new long[7]));
      plans.add(SplitPlan.byLengths(Shape.of(4, 6), type, 1, 2, 4).only());
      plans.add(SplitPlan.byLengths(Shape.of(4, 6), type, 1, 2, 4, 0, 0).only(2, 3));
    }
    plans.addAll(
        plans.stream().map(plan -> plan.converted(Conversion.to(ElementType.F16))).toList());
    return plans;
  }

  @Test
  void isSplitByPlainJavaAndByWhateverIsFastest() {
    try (Splitter java = CpuSplitter.open(2);
        Splitter fastest = Splitters.open()) {
      splits(java);
      splits(fastest);
    }
    try (Residence residence = new HostResidence(CpuSplitter.open(1))) {
      resides(residence);
    }
  }

  @Test
  void isSplitByADeviceInMemory() {
    for (boolean shares : new boolean[] {true, false}) {
      for (RouteName route : List.of(RouteName.AUTO, RouteName.FUSED, RouteName.PER_PART)) {
        try (Splitter splitter = TestSplitters.onAFake(shares).inPlace(route)) {
          splits(splitter);
        }
      }
      queues(TestSplitters.onAFake(shares).session());
    }
    try (Residence residence = TestSplitters.onAFake(false).residence(RouteName.AUTO, 1 << 20)) {
      resides(residence);
    }
  }

  @Test
  @Tag("device")
  void isSplitByADeviceThroughEitherBinding() {
    for (var splitters :
        List.of(new TestSplitters<>(new LwjglBinding()), new TestSplitters<>(new JoclBinding()))) {
      try (Splitter inPlace = splitters.inPlace(RouteName.AUTO);
          Splitter apart = splitters.thereAndBack(RouteName.AUTO, 1 << 20);
          Residence residence = splitters.residence(RouteName.AUTO, 1 << 20)) {
        splits(inPlace);
        splits(apart);
        resides(residence);
      }
      queues(splitters.session());
    }
  }

  private static void splits(Splitter splitter) {
    for (SplitPlan plan : plans()) {
      assertThat(splitter.explain(plan).toString()).as("%s", plan).isNotBlank();
      MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(plan.bytes())]);
      splitter.split(plan, data, memory(plan));
      splitter.split(plan, data, Collections.nCopies(plan.partCount(), null));
      try (Arena arena = Arena.ofShared()) {
        Tensor tensor = new Tensor(plan.shape(), plan.type(), data);
        requireEmpty(plan, splitter.split(plan, tensor, arena));
        if (!plan.converts() && plan.isContiguous()) {
          requireEmpty(plan, splitter.view(plan, tensor));
        }
      }
      stacks(splitter, plan, data);
    }
    strings(splitter);
  }

  private static List<@Nullable MemorySegment> memory(SplitPlan plan) {
    List<@Nullable MemorySegment> memory = new ArrayList<>();
    for (Part part : plan.parts()) {
      memory.add(part.isWanted() ? MemorySegment.ofArray(new byte[(int) part.bytes()]) : null);
    }
    return memory;
  }

  private static void requireEmpty(SplitPlan plan, List<@Nullable Tensor> parts) {
    assertThat(parts).hasSize(plan.partCount());
    for (Part part : plan.parts()) {
      Tensor tensor = parts.get(part.index());
      assertThat(tensor != null).isEqualTo(part.isWanted());
      if (tensor != null) {
        assertThat(tensor.shape()).isEqualTo(part.shape());
        assertThat(tensor.data().byteSize()).isZero();
      }
    }
  }

  /// What is of bits, of unequal lengths or not wanted is refused where it is planned.
  private static void stacks(Splitter splitter, SplitPlan plan, MemorySegment data) {
    try {
      for (int axis : new int[] {0, -1}) {
        var stack = plan.stacked(axis);
        assertThat(stack.bytes()).isZero();
        splitter.split(stack, data, MemorySegment.ofArray(new byte[0]));
        assertThat(splitter.explain(stack).toString()).isNotBlank();
      }
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("; ");
    }
  }

  private static void strings(Splitter splitter) {
    SplitPlan none = SplitPlan.byLengths(Shape.of(3, 0), ElementType.STRING, 1, 0, 0);
    assertThat(splitter.split(none, new String[0])).containsExactly(new String[0], new String[0]);
    SplitPlan unwanted = SplitPlan.byLengths(Shape.of(2), ElementType.STRING, 0, 1, 1).only();
    assertThat(splitter.split(unwanted, new String[2])).containsOnlyNulls();
  }

  private static void resides(Residence residence) {
    for (SplitPlan plan : plans()) {
      MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(plan.bytes())]);
      try (ResidentTensor tensor = residence.place(new Tensor(plan.shape(), plan.type(), data))) {
        for (ResidentTensor part : tensor.split(plan)) {
          if (part != null) {
            part.read(MemorySegment.ofArray(new byte[0]));
            part.close();
          }
        }
      }
    }
  }

  private static <M, E> void queues(ClSession<M, E> session) {
    try (var splitter = new QueueSplitter<>(session, RouteName.AUTO)) {
      M memory = session.allocate(4096);
      for (SplitPlan plan : plans()) {
        assertThat(splitter.explain(plan).toString()).as("%s", plan).isNotBlank();
        splitter.prepare(plan);
        List<@Nullable M> none = new ArrayList<>();
        plan.parts().forEach(_ -> none.add(null));
        finish(session, splitter.enqueue(plan, memory, none, List.of()));
        try (DeviceParts<M> parts = splitter.allocate(plan)) {
          assertThat(parts.parts()).allMatch(Objects::isNull);
          finish(session, splitter.enqueue(plan, Region.of(memory), parts, List.of()));
        }
        if (!plan.converts()) {
          try (DeviceParts<M> views = splitter.view(plan, Region.of(memory))) {
            assertThat(views.parts()).allMatch(Objects::isNull);
          }
        }
      }
      session.free(memory);
    }
  }

  private static <M, E> void finish(ClSession<M, E> session, E event) {
    session.await(event, "nothing");
    session.release(event);
  }

  @Test
  void isNoPartToStack() {
    SplitPlan none = SplitPlan.byLengths(Shape.of(4, 6), ElementType.U8, 1, 2, 4).only();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> none.stacked(0))
        .withMessage("no part is wanted; there is nothing to stack");
    assertThat(Arrays.stream(none.lengths()).sum()).isEqualTo(6);
  }
}
