package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a splitter on the user's queue takes, waits for and leaves behind.
class QueueSplitterTest extends QueueFixture {
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
    int built = session.compiler().built();
    int allocated = session.allocated();
    SplitPlan equal = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, -1, 3, -1);
    for (int i = 0; i < 10; i++) {
      finish(splitter.enqueue(equal, device.data(), parts, List.of()));
    }
    assertThat(session.compiler().built()).isEqualTo(built);
    assertThat(session.allocated()).isEqualTo(allocated);
  }

  @Test
  void preparesBothWaysToSplit() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 0, 7);
    splitter.prepare(plan);
    int built = session.compiler().built();
    FakeDevice device = FakeDevice.with(session, plan, 0);
    try (DeviceParts<FakeMemory> packed = splitter.allocate(plan)) {
      int allocated = session.allocated();
      finish(splitter.enqueue(plan, device.data(), packed, List.of()));
      device.requireSplit(packed);
      List<@Nullable Region<FakeMemory>> parts = device.separate(0);
      finish(splitter.enqueue(plan, device.data(), parts, List.of()));
      device.requireSplit(parts);
      assertThat(session.compiler().built()).isEqualTo(built);
      assertThat(session.allocated()).isEqualTo(allocated);
    }
  }

  @Test
  void explainsWhatItDoes() {
    assertThat(splitter.explain(PLAN).steps()).isNotEmpty();
    assertThat(session.compiler().built()).as("nothing is compiled for that").isZero();
  }
}
