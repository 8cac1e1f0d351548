package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Parts that a splitter on the user's queue makes: one buffer for all, or views of the data.
class QueuePartsTest extends QueueFixture {
  @Test
  void refusesToAllocateMoreThanTheDeviceCan() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1L << 20, 512), ElementType.U8, 1, 256, 256);
    refuses(
        () -> splitter.allocate(plan),
        "the parts take 536870912 bytes together, the device allocates at most 268435456 at once;"
            + " give each part a buffer of its own");
  }

  @Test
  void refusesPartsThatAreClosed() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    DeviceParts<FakeMemory> parts = splitter.allocate(PLAN);
    parts.close();
    parts.close();
    assertThatThrownBy(() -> splitter.enqueue(PLAN, device.data(), parts, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the device memory of the parts is closed; open another one");
  }

  @Test
  void isNotClosedBeforeItsParts() {
    DeviceParts<FakeMemory> parts = splitter.allocate(PLAN);
    assertThatThrownBy(splitter::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("1 results of allocate or view are open; close them before their splitter");
    parts.close();
  }

  @Test
  void viewsPartsWhereTheDeviceCan() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(12, 16), ElementType.F32, 0, 2, 0, 10);
    FakeDevice device = FakeDevice.with(session, plan, 256);
    try (DeviceParts<FakeMemory> views = splitter.view(plan, device.data())) {
      device.requireSplit(views);
      assertThat(views.offsets()).containsExactly(256L, 0L, 384L);
      assertThat(views.whole()).isSameAs(device.data().memory());
      refuses(
          () -> splitter.enqueue(plan, device.data(), views, List.of()),
          "the data and part 0 overlap in one buffer; give each memory of its own");
    }
  }

  @Test
  void refusesViewsThatCannotBe() {
    SplitPlan byRow = SplitPlan.byLengths(Shape.of(12, 16), ElementType.F32, 0, 2, 10);
    refuses(
        () -> splitter.view(byRow, new Region<>(memory(800), 4)),
        "part 0 begins at byte 4 of the buffer; on this device a view begins at a multiple of 128,"
            + " so copy instead");
    refuses(
        () -> splitter.view(byRow, new Region<>(memory(800), 128)),
        "the data takes 768 bytes from byte 128 on; the buffer has 800");
    assertThatThrownBy(() -> splitter.view(PLAN, whole(160)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a view needs each part in one piece; copy instead");
  }
}
