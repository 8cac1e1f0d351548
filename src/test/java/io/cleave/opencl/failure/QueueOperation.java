package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.QueueSplitter;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a splitter on a user's queue does, on a device in memory. Every byte is checked.
@SuppressWarnings("ImmutableEnumChecker") // plans and uses are immutable
enum QueueOperation {
  AUTO(RouteName.AUTO, Plans.ROWS, QueueOperation::separate),
  AUTO_PACKED(RouteName.AUTO, Plans.ROWS, QueueOperation::packed),
  COPIES(RouteName.COPIES, Plans.PIECES, QueueOperation::separate),
  COPIES_PACKED(RouteName.COPIES, Plans.PIECES, QueueOperation::packed),
  PER_PART(RouteName.PER_PART, Plans.ROWS, QueueOperation::separate),
  FUSED(RouteName.FUSED, Plans.ROWS, QueueOperation::separate),
  FUSED_MANY(RouteName.FUSED, Plans.MANY, QueueOperation::separate),
  FUSED_PACKED(RouteName.FUSED, Plans.ROWS, QueueOperation::packed),
  COMPILED(RouteName.COMPILED, Plans.ROWS, QueueOperation::separate),
  BIT_BY_BIT(RouteName.BITS, Plans.BITS, QueueOperation::separate),
  STACK(RouteName.FUSED, Plans.HALVES, QueueOperation::stack),
  VIEW(RouteName.AUTO, Plans.PIECES, QueueOperation::view),
  PREPARE(RouteName.FUSED, Plans.MANY, (splitter, device) -> splitter.prepare(device.plan()));

  /// What is split.
  private static final class Plans {
    static final SplitPlan ROWS = SplitPlan.byLengths(Shape.of(6, 10), ElementType.F32, 1, 3, 0, 7);

    /// Each of its parts is one piece, and may be viewed.
    static final SplitPlan PIECES =
        SplitPlan.byLengths(Shape.of(12, 16), ElementType.F32, 0, 2, 4, 6);

    static final SplitPlan BITS = SplitPlan.byLengths(Shape.of(7, 5), ElementType.U4, 1, 2, 3);

    /// More parts than one launch has arguments for.
    static final SplitPlan MANY = SplitPlan.intoEqualParts(Shape.of(3, 70), ElementType.U8, 1, 70);

    /// Three pieces of two rows each.
    static final SplitPlan HALVES =
        SplitPlan.intoEqualParts(Shape.of(3, 2, 8), ElementType.U8, 2, 2);
  }

  /// Something that is done with a splitter.
  private interface Use {
    void run(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device);
  }

  private final RouteName route;
  private final SplitPlan plan;
  private final Use use;

  QueueOperation(RouteName route, SplitPlan plan, Use use) {
    this.route = route;
    this.plan = plan;
    this.use = use;
  }

  SplitPlan plan() {
    return plan;
  }

  /// Whether it queues commands.
  boolean isQueued() {
    return this != VIEW && this != PREPARE;
  }

  QueueSplitter<FakeMemory, FakeEvent> open(FakeSession session) {
    return new QueueSplitter<>(session, route);
  }

  /// The user's data.
  FakeDevice device(FakeSession session) {
    return FakeDevice.with(session, plan, this == VIEW ? 128 : 5);
  }

  void run(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    use.run(splitter, device);
  }

  private static void separate(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    List<@Nullable Region<FakeMemory>> parts = device.separate(3);
    FakeEvent gate = new FakeEvent("the gate");
    FakeEvent done;
    try {
      done = splitter.enqueue(device.plan(), device.data(), parts, List.of(gate));
    } finally {
      gate.end(0);
    }
    finish(device.session(), done);
    device.requireSplit(parts);
  }

  private static void packed(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    try (DeviceParts<FakeMemory> parts = splitter.allocate(device.plan())) {
      FakeEvent done = splitter.enqueue(device.plan(), device.data(), parts, List.of());
      finish(device.session(), done);
      device.requireSplit(parts);
    }
  }

  private static void view(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    try (DeviceParts<FakeMemory> parts = splitter.view(device.plan(), device.data())) {
      device.requireSplit(parts);
    }
  }

  /// The halves of each row one behind the other, the second one first.
  private static void stack(QueueSplitter<FakeMemory, FakeEvent> splitter, FakeDevice device) {
    StackedPlan plan = device.plan().stacked(1, 1, 0);
    Region<FakeMemory> result = new Region<>(device.session().usersMemory(new byte[51]), 3);
    finish(device.session(), splitter.enqueue(plan, device.data(), result, List.of()));
    byte[] expected = new byte[48];
    for (int i = 0; i < 48; i++) {
      int half = 1 - i / 8 % 2;
      int from = i / 16 * 16 + i % 8 / 4 * 8 + half * 4 + i % 4;
      expected[i] = device.data().memory().bytes.get(ValueLayout.JAVA_BYTE, 5 + from);
    }
    assertThat(result.memory().bytes.asSlice(3).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
  }

  /// What the user does; no call fails here, but the command behind the event may have.
  static void finish(FakeSession session, FakeEvent event) {
    session.faults.pause();
    try {
      session.await(event);
    } finally {
      session.release(event);
      session.faults.resume();
    }
  }
}
