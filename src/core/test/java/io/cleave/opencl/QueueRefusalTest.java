package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a splitter on the user's queue refuses, before anything is queued.
class QueueRefusalTest extends QueueFixture {
  @Test
  void refusesAnotherNumberOfParts() {
    refuses(
        PLAN,
        whole(160),
        List.of(whole(48)),
        "the plan has 2 parts; 1 outputs are given (use null for a part that is not wanted)");
  }

  @Test
  void refusesAPlaceBehindTheBuffer() {
    refuses(
        PLAN,
        whole(160),
        List.of(new Region<>(memory(48), Long.MAX_VALUE), whole(112)),
        "part 0 takes 48 bytes from byte %d on; the buffer has 48".formatted(Long.MAX_VALUE));
  }

  @Test
  void refusesMemoryForWhatThePlanDoesNotWant() {
    refuses(
        PLAN.without(1),
        whole(160),
        List.of(whole(48), whole(112)),
        "part 1 is not wanted by the plan; give null for it, or use a plan that wants it");
  }

  @Test
  void refusesStrings() {
    SplitPlan strings = SplitPlan.byLengths(Shape.of(2, 3), ElementType.STRING, 1, 1, 2);
    String message = "strings cannot live on a device; split String arrays instead";
    refuses(strings, whole(1), Collections.nCopies(2, null), message);
    refuses(() -> splitter.allocate(strings), message);
    refuses(() -> splitter.view(strings, whole(1)), message);
    refuses(() -> splitter.prepare(strings), message);
    refuses(() -> splitter.explain(strings), message);
  }

  @Test
  void refusesSlicesOfOneTensor() {
    SplitPlan slices = PLAN.stacked(0, 0).slices();
    String message =
        "these parts are slices of one tensor; split the StackedPlan that they belong to";
    refuses(slices, whole(160), Arrays.asList(whole(48), null), message);
    refuses(() -> splitter.allocate(slices), message);
    refuses(() -> splitter.view(slices, whole(160)), message);
    refuses(() -> splitter.prepare(slices), message);
    refuses(() -> splitter.explain(slices), message);
  }

  @Test
  void refusesToViewWhatIsConverted() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(40), ElementType.F32, 0, 40)
            .converted(Conversion.to(ElementType.F16));
    refuses(
        () -> splitter.view(plan, whole(160)),
        "a view shows the data as it is, and this plan converts it to f16; split instead");
  }

  @Test
  void refusesBuffersOnBadlyAlignedHostMemory() {
    try (var arena = Arena.ofConfined()) {
      FakeMemory odd = session.adopt(arena.allocate(180, 16).asSlice(4, 160), false);
      FakeMemory part = session.adopt(arena.allocate(180, 16).asSlice(8, 112), true);
      refuses(
          PLAN,
          Region.of(odd),
          List.of(whole(48), whole(112)),
          "the buffer of the data uses host memory at a multiple of 4 bytes; align it to 16");
      refuses(
          PLAN,
          whole(160),
          List.of(whole(48), Region.of(part)),
          "the buffer of part 1 uses host memory at a multiple of 8 bytes; align it to 16");
      session.free(odd);
      session.free(part);
    }
  }

  @Test
  void refusesMoreLaunchesThanAQueueTakes() {
    int pieces = (1 << 16) + 1;
    StackedPlan plan =
        SplitPlan.intoEqualParts(Shape.of(pieces, 2, 2), ElementType.U8, -1, 2).stacked(1);
    refuses(
        () -> splitter.enqueue(plan, whole(4 * pieces), whole(4 * pieces), List.of()),
        "a stack of 65537 pieces, each of 1 launches, takes more than the 65536 launches that a"
            + " queue takes for a plan; split fewer rows at a time");
    assertThat(session.liveEvents()).isZero();
  }

  @Test
  void tellsThatARouteDoesNotFit() {
    try (QueueSplitter<FakeMemory, FakeEvent> copies =
        new QueueSplitter<>(FakeSession.inOrder(1), RouteName.COPIES)) {
      assertThatThrownBy(() -> copies.explain(PLAN))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("route copies does not fit this plan: ");
    }
  }
}
