package io.cleave.tune;

import static io.cleave.text.Checks.require;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.OpenCl;
import io.cleave.opencl.session.SignalChain;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.Failures;
import io.cleave.spi.KnownDevice;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens splitters that choose among candidates. Where there is one candidate, it is opened itself.
public final class TunedSplitters {
  private static final Logger LOG = LoggerFactory.getLogger(TunedSplitters.class);

  /// The most candidates for a plan beside the baseline: each takes calls from the fastest, and its
  /// trial keeps a processor busy for .1 to 2 s. A third route was never the fastest in surveys. A
  /// stored result that names it is not used.
  private static final int MOST = 2;

  /// Devices are not tried below this: a launch takes a good part of the time of plain Java.
  private static final long DEVICE_BYTES = 1L << 20;

  /// Routes are not tried below this: a split takes a few microseconds.
  private static final long ROUTE_BYTES = 64L << 10;

  /// The size of data from which the route `streamed` is tried first, and below it `compiled`. They
  /// are a device's two fastest, though they take longest to compile.
  private static final long STREAMED_BYTES = 16L << 20;

  /// Changes when the CPU's loops do, so that stored results are measured again.
  private static final String CPU_REVISION = "3";

  private TunedSplitters() {}

  /// A splitter by plain Java, or by devices that compute in the host's memory where this JVM may
  /// use them and they are faster.
  ///
  /// @param stored reads the stored results
  public static AbstractSplitter open(TuningMode mode, Supplier<TuningFile> stored) {
    CpuSplitter cpu = CpuSplitter.open();
    if (!SignalChain.isWhole()) {
      return cpu;
    }
    List<OpenClSplitter<?, ?>> devices = new CopyOnWriteArrayList<>();
    Candidates candidates =
        new Candidates(
            "host",
            DEVICE_BYTES,
            new TuningCandidate("cpu", CPU_REVISION, cpu),
            () -> openAutomatic(devices),
            plan -> routes(devices, 0, plan),
            () -> Failures.all(cpu::close, () -> Failures.each(devices, AbstractSplitter::close)));
    return tuning(candidates, mode, stored.get());
  }

  /// A tuning splitter, or the baseline if nothing is measured and no result is stored.
  private static AbstractSplitter tuning(Candidates candidates, TuningMode mode, TuningFile file) {
    return mode == TuningMode.FIXED && file.byKey().isEmpty()
        ? candidates.baseline().splitter()
        : new TuningSplitter(candidates, mode, file);
  }

  private static void openAutomatic(List<OpenClSplitter<?, ?>> devices) {
    for (FoundDevice found : OpenCl.automatic()) {
      try {
        devices.add(open(found, Route.AUTO));
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("{} cannot be opened and is not used: {}", found.device(), e.getMessage());
      }
    }
  }

  /// The best routes of each device, those that are expected to be the fastest first.
  ///
  /// @param first 0 to begin with the best, 1 with the second best
  private static List<TuningCandidate> routes(
      List<OpenClSplitter<?, ?>> devices, int first, SplitPlan plan) {
    boolean isLarge = plan.data().bytes() >= STREAMED_BYTES;
    Route best = isLarge ? Route.STREAMED : Route.COMPILED;
    Route second = isLarge ? Route.COMPILED : Route.STREAMED;
    return devices.stream()
        .flatMap(
            device ->
                device.candidates(plan).stream()
                    .skip(first)
                    .sorted(Comparator.comparing(route -> route != second))
                    .sorted(Comparator.comparing(route -> route != best))
                    .limit(Math.ceilDiv(MOST, devices.size()))
                    .map(route -> candidate(device, route)))
        .limit(MOST)
        .toList();
  }

  private static TuningCandidate candidate(OpenClSplitter<?, ?> device, Route route) {
    String name = "%s %s".formatted(device.device().name(), route);
    AbstractSplitter splitter = route == Route.AUTO ? device : device.onRoute(route);
    return new TuningCandidate(name, device.revision(), splitter);
  }

  /// A splitter on a device, by one route or the fastest of them, in the tuning mode of this JVM.
  ///
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device is
  ///   plain Java and a binding or route is named
  /// @throws io.cleave.OpenClException if the driver refuses
  public static AbstractSplitter open(Device device, Binding binding, Route route) {
    TuningMode mode = TuningMode.usualOr(TuningMode.MEASURE);
    return open(device, binding, route, mode, TuningFile::usual);
  }

  /// A splitter on a device, by one route or the fastest of them.
  ///
  /// @param stored reads the stored results
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device is
  ///   plain Java and a binding or route is named
  /// @throws io.cleave.OpenClException if the driver refuses
  public static AbstractSplitter open(
      Device device, Binding binding, Route route, TuningMode mode, Supplier<TuningFile> stored) {
    if (KnownDevice.isJava(device)) {
      require(
          binding == Binding.AUTO && route == Route.AUTO,
          "device %s is plain Java, which has neither bindings nor routes; leave them out, or"
              + " choose an OpenCL device",
          device.name());
      return CpuSplitter.open(device.computeUnits());
    }
    if (route != Route.AUTO) {
      return onRoute(device, binding, route);
    }
    TuningFile file = stored.get();
    OpenClSplitter<?, ?> open = onRoute(device, binding, Route.AUTO);
    Candidates candidates =
        new Candidates(
            device.name(),
            ROUTE_BYTES,
            candidate(open, Route.AUTO),
            () -> {},
            plan -> routes(List.of(open), 1, plan),
            open::close);
    return tuning(candidates, mode, file);
  }

  /// A splitter on an OpenCL device by one route, which is not measured.
  static OpenClSplitter<?, ?> onRoute(Device device, Binding binding, Route route) {
    return open(OpenCl.require(device, binding), route);
  }

  private static OpenClSplitter<?, ?> open(FoundDevice device, Route route) {
    return new OpenClSplitter<>(device.open(), CpuSplitter.open(), route);
  }
}
