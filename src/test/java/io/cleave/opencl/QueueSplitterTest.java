package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a splitter on the user's queue refuses, waits for and leaves behind.
class QueueSplitterTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);

  private final FakeSession session = FakeSession.outOfOrder(7);
  private final QueueSplitter<FakeMemory, FakeEvent> splitter =
      new QueueSplitter<>(session, RouteName.AUTO);

  @AfterEach
  void nothingIsLeft() {
    splitter.close();
    assertThat(session.live()).isZero();
    assertThat(session.isClosed()).isTrue();
  }

  private FakeMemory memory(int bytes) {
    return session.usersMemory(new byte[bytes]);
  }

  private void finish(FakeEvent event) {
    session.await(event);
    session.release(event);
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private void refuses(
      SplitPlan plan,
      Region<FakeMemory> data,
      List<? extends @Nullable Region<FakeMemory>> parts,
      String message) {
    refuses(() -> splitter.enqueue(plan, data, parts, List.of()), message);
  }

  private Region<FakeMemory> whole(int bytes) {
    return Region.of(memory(bytes));
  }

  @Test
  void refusesAnotherNumberOfParts() {
    refuses(
        PLAN,
        whole(160),
        List.of(whole(48)),
        "the plan has 2 parts; 1 outputs are given (use null for a part that is not wanted)");
  }

  @Test
  void refusesDataThatIsTooSmall() {
    refuses(
        PLAN,
        new Region<>(memory(160), 4),
        List.of(whole(48), whole(112)),
        "the data takes 160 bytes from byte 4 on; the buffer has 160");
  }

  @Test
  void refusesAPartThatIsTooSmall() {
    refuses(
        PLAN,
        whole(160),
        List.of(whole(48), new Region<>(memory(120), 9)),
        "part 1 takes 112 bytes from byte 9 on; the buffer has 120");
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
  void refusesPartsThatOverlap() {
    FakeMemory shared = memory(200);
    refuses(
        PLAN,
        whole(160),
        List.of(new Region<>(shared, 100), new Region<>(shared, 0)),
        "part 1 and part 0 overlap in one buffer; give each memory of its own");
  }

  @Test
  void refusesAPartWithinTheData() {
    FakeMemory shared = memory(400);
    refuses(
        PLAN,
        Region.of(shared),
        List.of(new Region<>(shared, 159), whole(112)),
        "the data and part 0 overlap in one buffer; give each memory of its own");
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
  void takesPartsNextToEachOtherInOneBuffer() {
    FakeDevice device = FakeDevice.with(session, PLAN, 3);
    FakeMemory shared = memory(160);
    List<@Nullable Region<FakeMemory>> parts =
        List.of(new Region<>(shared, 112), new Region<>(shared, 0));
    finish(splitter.enqueue(PLAN, device.data(), parts, List.of()));
    device.requireSplit(parts);
  }

  @Test
  void takesNothingForEmptyAndUnwantedParts() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 0, 7, 0);
    FakeDevice device = FakeDevice.with(session, plan, 0);
    List<@Nullable Region<FakeMemory>> parts = new ArrayList<>(device.separate(0));
    parts.set(0, null);
    parts.set(3, whole(1));
    finish(splitter.enqueue(plan, device.data(), parts, List.of()));
    device.requireSplit(parts);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void hasAnEventAlsoWhereNothingIsMoved(long rows) {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(rows, 3), ElementType.U8, 1, 1, 2);
    Region<FakeMemory> data = whole(15);
    FakeEvent gate = new FakeEvent("the gate");
    FakeEvent done = splitter.enqueue(plan, data, Collections.nCopies(2, null), List.of(gate));
    session.flush();
    assertThat(done.hasEnded()).isFalse();
    gate.end(0);
    finish(done);
  }

  @Test
  void waitsForTheUsersEvents() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    List<@Nullable Region<FakeMemory>> parts = device.separate(0);
    FakeEvent gate = new FakeEvent("the gate");
    FakeEvent done = splitter.enqueue(PLAN, device.data(), parts, List.of(gate));
    for (int i = 0; i < 20; i++) {
      session.flush();
    }
    assertThat(done.hasEnded()).isFalse();
    gate.end(0);
    finish(done);
    device.requireSplit(parts);
  }

  @Test
  void doesNotWaitForAQueueThatWaits() {
    FakeSession inOrder = FakeSession.inOrder(3);
    try (QueueSplitter<FakeMemory, FakeEvent> blocked =
        new QueueSplitter<>(inOrder, RouteName.FUSED)) {
      FakeDevice first = FakeDevice.with(inOrder, PLAN, 0);
      FakeDevice second =
          FakeDevice.with(
              inOrder, SplitPlan.byLengths(Shape.of(6, 9), ElementType.F32, 1, 4, 5), 0);
      List<@Nullable Region<FakeMemory>> firstParts = first.separate(0);
      List<@Nullable Region<FakeMemory>> secondParts = second.separate(0);
      FakeEvent gate = new FakeEvent("the gate");
      FakeEvent one = blocked.enqueue(first.plan(), first.data(), firstParts, List.of(gate));
      FakeEvent two = blocked.enqueue(second.plan(), second.data(), secondParts, List.of());
      gate.end(0);
      inOrder.await(two);
      first.requireSplit(firstParts);
      second.requireSplit(secondParts);
      inOrder.release(one);
      inOrder.release(two);
    }
    assertThat(inOrder.live()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void hasItsTablesAtOnce(long seed) {
    FakeSession odd = FakeSession.outOfOrder(seed);
    try (QueueSplitter<FakeMemory, FakeEvent> fused = new QueueSplitter<>(odd, RouteName.FUSED)) {
      FakeDevice device = FakeDevice.with(odd, PLAN, 1);
      List<@Nullable Region<FakeMemory>> parts = device.separate(2);
      FakeEvent done = fused.enqueue(PLAN, device.data(), parts, List.of());
      odd.await(done);
      odd.release(done);
      device.requireSplit(parts);
    }
    assertThat(odd.live()).isZero();
  }

  @Test
  void compilesAndUploadsOnce() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    List<@Nullable Region<FakeMemory>> parts = device.separate(0);
    finish(splitter.enqueue(PLAN, device.data(), parts, List.of()));
    int built = session.built();
    int allocated = session.allocated();
    SplitPlan equal = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, -1, 3, -1);
    for (int i = 0; i < 10; i++) {
      finish(splitter.enqueue(equal, device.data(), parts, List.of()));
    }
    assertThat(session.built()).isEqualTo(built);
    assertThat(session.allocated()).isEqualTo(allocated);
  }

  @Test
  void preparesBothWaysToSplit() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 0, 7);
    splitter.prepare(plan);
    int built = session.built();
    FakeDevice device = FakeDevice.with(session, plan, 0);
    try (DeviceParts<FakeMemory> packed = splitter.allocate(plan)) {
      int allocated = session.allocated();
      finish(splitter.enqueue(plan, device.data(), packed, List.of()));
      device.requireSplit(packed);
      List<@Nullable Region<FakeMemory>> parts = device.separate(0);
      finish(splitter.enqueue(plan, device.data(), parts, List.of()));
      device.requireSplit(parts);
      assertThat(session.built()).isEqualTo(built);
      assertThat(session.allocated()).isEqualTo(allocated);
    }
  }

  @Test
  void explainsWhatItDoes() {
    assertThat(splitter.explain(PLAN).steps()).isNotEmpty();
    assertThat(session.built()).as("nothing is compiled for that").isZero();
  }

  @Test
  void allocatesAlignedParts() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 10), ElementType.U8, 1, 3, 0, 5, 2).without(3);
    FakeDevice device = FakeDevice.with(session, plan, 11);
    try (DeviceParts<FakeMemory> parts = splitter.allocate(plan)) {
      assertThat(parts.offsets()).containsExactly(0L, 0L, 128L, 0L);
      finish(splitter.enqueue(plan, device.data(), parts, List.of()));
      device.requireSplit(parts);
    }
  }

  @Test
  void allocatesForAPlanWithoutAnything() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(0, 3), ElementType.U8, 1, 1, 2);
    try (DeviceParts<FakeMemory> parts = splitter.allocate(plan)) {
      assertThat(parts.parts()).containsOnlyNulls();
      finish(splitter.enqueue(plan, whole(1), parts, List.of()));
    }
  }

  @Test
  void refusesToAllocateMoreThanTheDeviceCan() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1L << 20, 512), ElementType.U8, 1, 256, 256);
    refuses(
        () -> splitter.allocate(plan),
        "the parts take 536870912 bytes together, the device allocates at most 268435456 at once;"
            + " give each part a buffer of its own");
  }

  @Test
  void refusesPartsOfAnotherPlan() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    try (DeviceParts<FakeMemory> one = splitter.allocate(PLAN.only(0))) {
      finish(splitter.enqueue(PLAN, device.data(), one, List.of()));
      refuses(
          () -> splitter.enqueue(PLAN.only(1), device.data(), one, List.of()),
          "part 0 is not wanted by the plan; give null for it, or use a plan that wants it");
    }
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

  @Test
  void refusesToWorkWhenClosed() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    List<@Nullable Region<FakeMemory>> parts = device.separate(0);
    splitter.close();
    splitter.close();
    List<ThrowingCallable> uses =
        List.of(
            () -> splitter.enqueue(PLAN, device.data(), parts, List.of()),
            () -> splitter.allocate(PLAN),
            () -> splitter.view(PLAN, device.data()),
            () -> splitter.prepare(PLAN),
            () -> splitter.explain(PLAN));
    for (ThrowingCallable use : uses) {
      assertThatThrownBy(use)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the splitter is closed; open another one");
    }
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
