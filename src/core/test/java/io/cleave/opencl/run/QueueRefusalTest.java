package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.session.Place;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a splitter on the user's queue refuses, before anything is queued.
@Tag("device")
class QueueRefusalTest extends DeviceFixture<Long, Long> {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);

  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
  }

  private void refuses(
      SplitPlan plan,
      Place<Long> data,
      List<? extends @Nullable Place<Long>> parts,
      String message) {
    refuses(() -> splitter.submit(plan, data, parts, List.of()), message);
  }

  private Place<Long> whole(int bytes) {
    return Place.of(buffer(new byte[bytes]));
  }

  @Test
  void partsThatAreNotThePlans() {
    refuses(PLAN, whole(160), List.of(whole(48)), "the plan has 2 parts; 1 outputs are given");
    refuses(
        PLAN,
        whole(160),
        List.of(new Place<>(whole(48).memory(), Long.MAX_VALUE), whole(112)),
        "part 0 takes 48 bytes from byte %d on; the buffer has 48".formatted(Long.MAX_VALUE));
    refuses(
        PLAN.without(1),
        whole(160),
        List.of(whole(48), whole(112)),
        "part 1 is not wanted by the plan; give null for it, or use a plan that wants it");
  }

  @Test
  void strings() {
    SplitPlan strings = SplitPlan.byLengths(Shape.of(2, 3), ElementType.STRING, 1, 1, 2);
    String message = "strings cannot live on a device; split String arrays instead";
    refuses(strings, whole(1), Collections.nCopies(2, null), message);
    refuses(() -> splitter.prepare(strings), message);
    refuses(() -> splitter.explain(strings), message);
  }

  @Test
  void slicesOfOneTensor() {
    SplitPlan slices = PLAN.stacked(0, 0).slices();
    String message =
        "these parts are slices of one tensor; split the StackedPlan that they belong to";
    refuses(slices, whole(160), Arrays.asList(whole(48), null), message);
    refuses(() -> splitter.prepare(slices), message);
    refuses(() -> splitter.explain(slices), message);
  }

  @Test
  void moreLaunchesThanAQueueTakes() {
    int pieces = (1 << 16) + 1;
    StackedPlan plan =
        SplitPlan.intoEqualParts(Shape.of(pieces, 2, 2), ElementType.U8, -1, 2).stacked(1);
    Place<Long> data = whole(4 * pieces);
    Place<Long> result = whole(4 * pieces);
    refuses(
        () -> splitter.submit(plan, data, result, List.of()),
        "a stack of 65537 pieces, each of 1 launches, takes more than the 65536 launches that a"
            + " queue takes for a plan; split fewer rows at a time");
  }

  @Test
  void aRouteThatDoesNotFit() {
    use(true, Route.COPIES);
    refuses(() -> splitter.explain(PLAN), "route copies does not fit this plan: ");
  }
}
