package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.RouterDevices;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenClSplitterTest {
  private static final SplitPlan BITS =
      SplitPlan.byLengths(Shape.of(390, 6), ElementType.U4, 1, 3, 3);

  private final FakeSession session = new FakeSession(1, true, true);

  /// A caller's addresses differ from call to call; a plan is prepared for all of them.
  @ParameterizedTest
  @ValueSource(longs = {16, 32, 64, 256, 4096})
  void preparesOnceWhateverTheAddresses(long address) {
    try (var splitter = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
        Arena arena = Arena.ofConfined()) {
      split(splitter, arena, 8192);
      int live = session.live();
      split(splitter, arena, address);
      assertThat(session.live()).isEqualTo(live);
    }
    assertThat(session.live()).isZero();
  }

  private static MemorySegment heap(long bytes) {
    return MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
  }

  private static void split(OpenClSplitter<?, ?> splitter, Arena arena, long address) {
    splitter.split(
        BITS,
        at(address, BITS.bytes(), arena),
        List.of(
            at(address, BITS.part(0).bytes(), arena), at(address, BITS.part(1).bytes(), arena)));
  }

  /// Memory at an odd multiple of a power of two.
  private static MemorySegment at(long address, long bytes, Arena arena) {
    return arena.allocate(bytes + address, 2 * address).asSlice(address, bytes);
  }

  /// And so it does where a route was asked for.
  @Test
  void saysThatTheHostMakesSmallPiecesOfSlices() {
    FakeSession fake = new FakeSession(1, true, true);
    SplitPlan rows = SplitPlan.byLengths(Shape.of(2, 3), ElementType.U8, 1, 1, 2);
    StackedPlan plan = StackedPlan.joined(rows, 1, 1, 0);
    try (var splitter = new OpenClSplitter<>(fake, CpuSplitter.open(1), RouteName.FUSED)) {
      byte[] result = new byte[6];
      byte[] data = {0, 1, 2, 3, 4, 5};
      splitter.split(plan, MemorySegment.ofArray(data), MemorySegment.ofArray(result));
      assertThat(result).containsExactly(1, 2, 0, 4, 5, 3);
      assertThat(splitter.explain(plan).reason())
          .startsWith("by the host, since pieces of slices are small, or no whole rows; ");
    }
  }

  /// A batch of images: planes are large pieces, one behind the other for each image.
  @Test
  void makesLargePiecesOfSlicesByTheDevice() {
    FakeSession fake = new FakeSession(1, true, true);
    int pixels = 40_000;
    SplitPlan images = SplitPlan.intoEqualParts(Shape.of(2, pixels, 2), ElementType.U8, -1, 2);
    StackedPlan plan = images.stacked(1, 1, 0);
    byte[] data = new byte[4 * pixels];
    new Random(7).nextBytes(data);
    byte[] result = new byte[data.length];
    try (var splitter = new OpenClSplitter<>(fake, CpuSplitter.open(1), RouteName.FUSED)) {
      splitter.split(plan, MemorySegment.ofArray(data), MemorySegment.ofArray(result));
      assertThat(splitter.explain(plan).reason()).startsWith("2 pieces of 40000 rows; ");
    }
    for (int i = 0; i < result.length; i++) {
      int channel = 1 - i / pixels % 2;
      int from = (i / (2 * pixels) * pixels + i % pixels) * 2 + channel;
      assertThat(result[i]).as("byte %s", i).isEqualTo(data[from]);
    }
    assertThat(fake.compiler().built()).isPositive();
  }

  /// What a device would convert to other bits, the host does, whatever the route, and says so.
  @Test
  void leavesToTheHostWhatTheDeviceRoundsOtherwise() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(2, 3), ElementType.F32, 1, 1, 2)
            .converted(Conversion.to(ElementType.U8).scale(2));
    try (var splitter = new OpenClSplitter<>(flushing(), CpuSplitter.open(1), RouteName.AUTO)) {
      byte[] last = new byte[4];
      MemorySegment data = MemorySegment.ofArray(new float[] {0, 1, 2, 3, 4, 5});
      splitter.split(plan, data, List.of(heap(2), MemorySegment.ofArray(last)));
      assertThat(last).containsExactly(2, 4, 8, 10);
      assertThat(splitter.candidates(plan)).isEmpty();
      assertThat(splitter.explain(plan).reason())
          .startsWith("by the host, since device a fake does not round or keep small numbers");
      assertThat(splitter.onRoute(RouteName.FUSED).explain(plan).reason())
          .startsWith("by the host, since ");
    }
  }

  private static FakeSession flushing() {
    return new FakeSession(1, true, true) {
      @Override
      public DeviceInfo facts() {
        return RouterDevices.withoutExactFloats(super.facts());
      }
    };
  }

  /// However long its rows are, which the device need not hold then.
  @Test
  void leavesLongRowsToTheHostToo() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(1025, 2), ElementType.U16, 0, 1025)
            .converted(Conversion.to(ElementType.F64));
    try (var splitter =
        new OpenClSplitter<>(flushing(), CpuSplitter.open(1), RouteName.FUSED, 1 << 14)) {
      assertThat(splitter.explain(plan).reason()).startsWith("by the host, since ");
      short[] data = new short[2050];
      data[2049] = 7;
      double[] part = new double[2050];
      splitter.split(plan, MemorySegment.ofArray(data), List.of(MemorySegment.ofArray(part)));
      assertThat(part[2049]).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesTheCommandThatFailed(boolean sharesMemory) {
    FakeSession failing = new FakeSession(1, true, sharesMemory);
    failing.faults.failLaunches();
    try (var splitter = new OpenClSplitter<>(failing, CpuSplitter.open(1), RouteName.BITS);
        Arena arena = Arena.ofConfined()) {
      String command = splitter.explain(BITS).steps().getFirst().action();
      assertThatThrownBy(() -> split(splitter, arena, 16))
          .isInstanceOf(OpenClException.class)
          .hasMessage("clWaitForEvents failed with CL_OUT_OF_RESOURCES (-5): " + command);
    }
    assertThat(failing.live()).isZero();
  }
}
