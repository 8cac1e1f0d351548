package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a splitter on the user's queue refuses, before anything is queued.
@Tag("device")
class QueueRefusalTest extends DeviceFixture<Long, Long> {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.F32, 4, 10), 1, Cut.byLengths(3, 7));

  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
  }

  private void refuses(SplitPlan plan, Place<Long> data, List<Place<Long>> parts, String message) {
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
        "the plan has 1 parts; 2 outputs are given");
  }

  @Test
  void strings() {
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, 2));
    String message = "strings cannot live on a device; split String arrays instead";
    refuses(strings, whole(1), List.of(whole(1), whole(1)), message);
    refuses(() -> splitter.prepare(strings), message);
    refuses(() -> splitter.explain(strings), message);
  }

  @Test
  void aWindowThatEndsBehindItsBuffer() {
    Layout window = Layout.of(ElementType.U8, 4, 10).pitched(0, 16).cropped(1, 2, 6);
    SplitPlan plan = SplitPlan.of(window, 1, Cut.intoEqualParts(2)).stacked(0);
    refuses(
        plan,
        new Place<>(whole(60).memory(), 5),
        List.of(whole(24)),
        "the data takes 56 bytes from byte 5 on; the buffer has 60");
  }

  @Test
  void aRouteThatDoesNotFit() {
    use(true, Route.COPIES);
    refuses(() -> splitter.explain(PLAN), "route copies does not fit this plan: ");
  }
}
