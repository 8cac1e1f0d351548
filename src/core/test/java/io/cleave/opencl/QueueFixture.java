package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// A splitter on the queue of a user, who finds everything given back at the end.
abstract class QueueFixture {
  static final SplitPlan PLAN = SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);

  final FakeSession session = FakeSession.outOfOrder(7);
  final QueueSplitter<FakeMemory, FakeEvent> splitter =
      new QueueSplitter<>(session, RouteName.AUTO);

  @AfterEach
  void nothingIsLeft() {
    splitter.close();
    assertThat(session.live()).isZero();
    assertThat(session.isClosed()).isTrue();
  }

  FakeMemory memory(int bytes) {
    return session.usersMemory(new byte[bytes]);
  }

  void finish(FakeEvent event) {
    session.await(event);
    session.release(event);
  }

  static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  void refuses(
      SplitPlan plan,
      Region<FakeMemory> data,
      List<? extends @Nullable Region<FakeMemory>> parts,
      String message) {
    refuses(() -> splitter.enqueue(plan, data, parts, List.of()), message);
  }

  Region<FakeMemory> whole(int bytes) {
    return Region.of(memory(bytes));
  }
}
