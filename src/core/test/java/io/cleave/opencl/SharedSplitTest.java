package io.cleave.opencl;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.FakeStore;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClKernel;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Splits of host memory on a device that shares it, and must not run launches side by side.
class SharedSplitTest {
  private static final Device DEVICE =
      new Device(Device.Kind.CPU, "a platform", "a processor", 2, 64L << 30);
  private static final DeviceInfo FACTS =
      new DeviceInfo(
          DEVICE, "OpenCL 3.0", 128, 16L << 30, 32 << 10, 1024, true, true, false, false);

  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(100, 10), ElementType.U8, 1, 3, 7);

  /// Only a device in the host's own memory is told addresses; to others they would mean nothing.
  @Test
  void onlyHostMemoryHasAddresses() {
    DeviceInfo found = FACTS.withProbed(false, true);
    assertThat(SharedSplit.placement(found).target()).isEqualTo(new Placement.Addressed());
    assertThat(SharedSplit.placement(FACTS).target()).isEqualTo(Placement.Separate.AT_ZERO);
  }

  /// Also where they belong to several splitters.
  @Test
  void launchesThatMustNotRunSideBySideWaitForEachOther() throws Exception {
    areApart(SharedSplitTest::splits, SharedSplitTest::splits);
    areApart(SharedSplitTest::splits, SharedSplitTest::stages);
    areApart(SharedSplitTest::stages, SharedSplitTest::stages);
  }

  @Test
  void thoseOfResidencesDo() throws Exception {
    areApart(SharedSplitTest::splitsThere, SharedSplitTest::splitsThere);
    areApart(SharedSplitTest::splits, SharedSplitTest::splitsThere);
  }

  private static void areApart(Predicate<FakeSession> one, Predicate<FakeSession> other)
      throws Exception {
    Company company = new Company(ConcurrentHashMap.newKeySet(), new AtomicInteger());
    List<Callable<Boolean>> calls =
        List.of(
            () -> one.test(new SociableSession(company)),
            () -> other.test(new SociableSession(company)));
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        assertThat(call.get()).isTrue();
      }
    }
    assertThat(company.most).hasValue(1);
  }

  private static boolean splits(FakeSession session) {
    try (var splitter = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.FUSED);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(1000, 128).fill((byte) 5);
      MemorySegment last = arena.allocate(700, 128);
      splitter.split(PLAN, data, List.of(arena.allocate(300, 128), last));
      return last.mismatch(data.asSlice(0, 700)) == -1;
    }
  }

  /// A slab at a time, through buffers.
  private static boolean stages(FakeSession session) {
    try (var splitter = TestSplitters.on(session, RouteName.FUSED, 400)) {
      byte[] last = new byte[700];
      MemorySegment data = MemorySegment.ofArray(new byte[1000]).fill((byte) 5);
      splitter.split(
          PLAN, data, List.of(MemorySegment.ofArray(new byte[300]), MemorySegment.ofArray(last)));
      return MemorySegment.ofArray(last).mismatch(data.asSlice(0, 700)) == -1;
    }
  }

  private static boolean splitsThere(FakeSession session) {
    try (var residence = new OpenClResidence<>(session, RouteName.FUSED);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(1000, 128).fill((byte) 5);
      ResidentTensor whole = residence.place(new Tensor(PLAN.shape(), PLAN.type(), data));
      List<@Nullable ResidentTensor> parts = whole.split(PLAN);
      MemorySegment last = arena.allocate(700, 128);
      requireNonNull(parts.get(1)).read(last);
      parts.forEach(part -> requireNonNull(part).close());
      whole.close();
      return last.mismatch(data.asSlice(0, 700)) == -1;
    }
  }

  /// @param at the sessions at work
  /// @param most how many were at once
  private record Company(Set<FakeSession> at, AtomicInteger most) {}

  /// A session of PoCL whose launches wait a moment for company.
  private static final class SociableSession extends FakeSession {
    private static final DeviceInfo POCL = FakeStore.processor("Portable Computing Language");

    private final Company company;

    SociableSession(Company company) {
      super(1, false, true);
      this.company = company;
    }

    @Override
    public DeviceInfo facts() {
      return POCL;
    }

    @Override
    public synchronized FakeEvent launch(
        ClKernel kernel,
        List<Argument<FakeMemory>> arguments,
        Grid grid,
        List<? extends FakeEvent> after) {
      company.at.add(this);
      for (int i = 0; i < 40 && company.at.size() == 1; i++) {
        LockSupport.parkNanos(5_000_000);
      }
      company.most.accumulateAndGet(company.at.size(), Math::max);
      return super.launch(kernel, arguments, grid, after);
    }

    @Override
    public synchronized void await(FakeEvent event, String what) {
      company.at.remove(this);
      super.await(event, what);
    }
  }
}
