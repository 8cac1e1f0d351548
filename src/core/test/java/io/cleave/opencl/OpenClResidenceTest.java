package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Tensor;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tensors on a device whose commands run as late and in as odd an order as they may.
class OpenClResidenceTest {
  private static final int ROWS = 64;
  private static final Shape SHAPE = Shape.of(ROWS, 12);
  private static final SplitPlan WHOLE = SplitPlan.byLengths(SHAPE, ElementType.U8, 1, 5, 7);
  private static final Shape PART = Shape.of(ROWS, 7);

  @RandomTest(gate = 16, thorough = 500)
  void splitsPartsThatAreStillToCome(long seed) {
    splitsAPart(seed, 1 << 20, SplitPlan.byLengths(PART, ElementType.U8, 1, 3, 4));
  }

  /// No buffer holds all parts of the part.
  @RandomTest(gate = 16, thorough = 500)
  void splitsPartsThatAreStillToComeIntoBuffersOfTheirOwn(long seed) {
    splitsAPart(seed, 1100, SplitPlan.intoEqualParts(PART, ElementType.U8, 1, 7));
  }

  /// Whose thread could close it at any time.
  @Test
  void memoryOfAnotherThreadIsRefused() {
    MemorySegment theirs =
        CompletableFuture.supplyAsync(() -> Arena.ofConfined().allocate(8)).join();
    MemorySegment mine = MemorySegment.ofArray(new byte[8]);
    FakeSession session = FakeSession.outOfOrder(1);
    String message = "these 8 bytes belong to the confined arena of another thread";
    try (var device = new OpenClResidence<>(session, RouteName.FUSED, 1 << 20)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> device.place(new Tensor(Shape.of(8), ElementType.U8, theirs)))
          .withMessageContaining(message);
      try (ResidentTensor tensor = device.place(new Tensor(Shape.of(8), ElementType.U8, mine))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> tensor.read(theirs))
            .withMessageContaining(message);
      }
    }
    assertThat(session.live()).isZero();
  }

  private static void splitsAPart(long seed, long largest, SplitPlan again) {
    FakeSession session = FakeSession.outOfOrder(seed);
    byte[] data = new byte[ROWS * 12];
    new Random(seed).nextBytes(data);
    try (var device = new OpenClResidence<>(session, RouteName.FUSED, largest);
        Arena arena = Arena.ofConfined()) {
      ResidentTensor whole =
          device.place(new Tensor(SHAPE, ElementType.U8, MemorySegment.ofArray(data)));
      List<@Nullable ResidentTensor> parts = whole.split(WHOLE);
      List<@Nullable ResidentTensor> pieces = tensor(parts, 1).split(again);
      int last = pieces.size() - 1;
      long run = again.part(last).run();
      MemorySegment bytes = arena.allocate(ROWS * run);
      tensor(pieces, last).read(bytes);
      for (int i = 0; i < bytes.byteSize(); i++) {
        byte expected = data[(int) (i / run * 12 + 12 - run + i % run)];
        assertThat(bytes.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(expected);
      }
      whole.close();
      Stream.concat(parts.stream(), pieces.stream())
          .forEach(tensor -> Objects.requireNonNull(tensor).close());
    }
    assertThat(session.live()).isZero();
  }

  private static ResidentTensor tensor(List<@Nullable ResidentTensor> tensors, int index) {
    return Objects.requireNonNull(tensors.get(index));
  }
}
