package io.cleave.sweep;

import io.cleave.Splitters;
import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.choice.Choosing;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.opencl.session.ClBinding;
import java.util.ArrayList;
import java.util.List;

/// All ways to split on a platform.
final class Ways implements AutoCloseable {
  private static final List<RouteName> SLABBED =
      List.of(RouteName.AUTO, RouteName.PER_PART, RouteName.FUSED, RouteName.GPU, RouteName.BITS);

  /// Few enough bytes that most plans take several slabs.
  private static final long SLAB = 1 << 14;

  private static final long WHOLE = 1 << 28;

  private final List<Way> ways = new ArrayList<>();
  private final List<TestSplitters<?, ?>> shared = new ArrayList<>();

  private Ways() {}

  /// Opens them all.
  static Ways open(Platform platform) {
    Ways ways = new Ways();
    if (platform == Platform.JAVA) {
      ways.addPlain();
    }
    for (Binding binding : platform.bindings()) {
      ClBinding<?, ?> through = binding == Binding.JOCL ? new JoclBinding() : new LwjglBinding();
      ways.addDevice(binding.toString(), through, platform.mayRound());
    }
    if (platform == Platform.POCL) {
      ways.addChoosing(platform.bindings());
    }
    return ways;
  }

  private void addPlain() {
    for (int threads : new int[] {1, 2, 5}) {
      for (CpuKernels kernels : CpuKernels.values()) {
        String name = "java %s, %s threads".formatted(kernels, threads);
        ways.add(Way.always(name, CpuSplitter.open(threads, kernels)));
      }
    }
    ways.add(Way.always("whatever is fastest", Splitters.open(Choosing.MEASURE)));
  }

  private <M, E> void addDevice(String name, ClBinding<M, E> binding, boolean mayRound) {
    TestSplitters<M, E> splitters =
        new TestSplitters<>(binding, PlatformUnderTest.device(binding)).share();
    shared.add(splitters);
    for (RouteName route : RouteName.values()) {
      if (route != RouteName.VIEW) {
        ways.add(Way.on(route, name + " in place", splitters.inPlace(route)));
        ways.add(Way.on(route, name + " there and back", splitters.thereAndBack(route, WHOLE)));
        ways.add(Way.queued(route, name, mayRound, new QueuedWay<>(splitters.session(), route)));
      }
    }
    for (RouteName route : SLABBED) {
      ways.add(Way.bySlabs(route, name + " in place", splitters.inPlace(route, SLAB)));
      ways.add(Way.bySlabs(route, name + " there and back", splitters.thereAndBack(route, SLAB)));
      ways.add(Way.on(route, name + " as on a GPU", splitters.asOnAGpu(route)));
    }
    for (RouteName route : List.of(RouteName.AUTO, RouteName.FUSED)) {
      ways.add(
          Way.resident(route, name, new ResidentWay(splitters.residence(route, WHOLE), mayRound)));
    }
  }

  private void addChoosing(List<Binding> bindings) {
    for (Binding binding : bindings) {
      var device = PlatformUnderTest.device(new LwjglBinding()).facts().device();
      ways.add(
          Way.always(
              binding + " whatever is fastest", Splitters.open(device, binding, RouteName.AUTO)));
    }
    ways.add(Way.always("whatever is fastest", Splitters.open(Choosing.MEASURE)));
  }

  /// All of them.
  List<Way> all() {
    return List.copyOf(ways);
  }

  @Override
  public void close() {
    ways.reversed().forEach(Way::close);
    shared.forEach(TestSplitters::close);
  }
}
