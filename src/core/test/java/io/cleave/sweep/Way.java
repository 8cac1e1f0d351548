package io.cleave.sweep;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.OpenClResidence;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.SplitExample;
import io.cleave.tune.TunedSplitters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A splitter under a name that says how it splits.
///
/// @param takesWindows whether it splits data that is not dense
/// @param takesAll whether it may refuse no plan, as a route may that was asked for by name
public record Way(String name, Splitter splitter, boolean takesWindows, boolean takesAll)
    implements AutoCloseable {
  private static final List<Route> ROUTES =
      List.of(
          Route.AUTO,
          Route.PER_PART,
          Route.FUSED,
          Route.BITS,
          Route.COPIES,
          Route.COMPILED,
          Route.STREAMED);

  /// Routes for all plans.
  private static final Set<Route> UNIVERSAL = EnumSet.of(Route.AUTO, Route.PER_PART, Route.FUSED);

  /// So small that most plans take several slabs.
  private static final long SLAB = 1 << 14;

  private static final long WHOLE = 1 << 28;

  private static Way always(String name, Splitter splitter) {
    return new Way(name, splitter, true, true);
  }

  /// The device of the platform under test, unless there is none.
  private static Optional<Device> device() {
    return Device.all().stream()
        .filter(device -> device.platform().equals(PlatformUnderTest.NAME))
        .findFirst();
  }

  /// What users open: plain Java, and on the platform under test routes and residences.
  public static List<Supplier<Way>> openings() {
    List<Supplier<Way>> openings = new ArrayList<>();
    openings.add(() -> always("the fastest", Splitter.open()));
    for (CpuKernels kernels : CpuKernels.values()) {
      openings.add(() -> always("java " + kernels, CpuSplitter.open(2, kernels)));
    }
    device().ifPresent(device -> addRoutes(device, openings));
    return openings;
  }

  private static void addRoutes(Device device, List<Supplier<Way>> openings) {
    for (Binding binding : List.of(Binding.LWJGL, Binding.JOCL)) {
      for (Route route : ROUTES) {
        openings.add(
            () ->
                new Way(
                    binding + " " + route,
                    TunedSplitters.open(device, binding, route),
                    true,
                    UNIVERSAL.contains(route)));
      }
      openings.add(
          () ->
              new Way(
                  binding + " resident",
                  new ResidentSplits(
                      new OpenClResidence<>(OpenCl.require(device, binding).open(), Route.AUTO)),
                  false,
                  false));
    }
  }

  /// All ways, also those that only tests open: in several slabs, as on a GPU, on a user's queue.
  static List<Way> all() {
    List<Way> ways = new ArrayList<>(openings().stream().map(Supplier::get).toList());
    for (int threads : new int[] {1, 5}) {
      for (CpuKernels kernels : CpuKernels.values()) {
        String name = "java %s, %s threads".formatted(kernels, threads);
        ways.add(always(name, CpuSplitter.open(threads, kernels)));
      }
    }
    if (device().isPresent()) {
      addInside("lwjgl", new LwjglApi(), ways);
      // Oclgrind is not made for the threads that JOCL starts.
      if (!PlatformUnderTest.NAME.equals("Oclgrind")) {
        addInside("jocl", new JoclApi(), ways);
      }
    }
    return ways;
  }

  private static <M, E> void addInside(String name, ClApi<M, E> binding, List<Way> ways) {
    TestSplitters<M, E> splitters = new TestSplitters<>(binding);
    for (Route route : ROUTES) {
      String named = name + " " + route;
      boolean takesAll = route == Route.AUTO;
      ways.add(new Way(named + " by slabs", splitters.inPlace(route, SLAB), true, takesAll));
      ways.add(new Way(named + " as on a GPU", splitters.asOnAGpu(route, WHOLE), true, takesAll));
      ways.add(
          new Way(
              named + " on a queue",
              name.equals("jocl")
                  ? new QueueSplits<>(JoclUserDevice.open(true), route)
                  : new QueueSplits<>(LwjglUserDevice.open(true), route),
              true,
              false));
    }
  }

  /// Carries out an example, unless it is refused.
  ///
  /// @return whether it was carried out
  /// @throws AssertionError if a byte is wrong
  public boolean attempt(SplitExample example) {
    if (!takesWindows && !example.plan().data().isDense()) {
      return false;
    }
    if (!takesAll) {
      try {
        splitter.explain(example.plan());
      } catch (IllegalArgumentException _) {
        return false;
      }
    }
    example.check(splitter);
    return true;
  }

  @Override
  public void close() {
    splitter.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
