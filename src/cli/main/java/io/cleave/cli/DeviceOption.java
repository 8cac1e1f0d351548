package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for the device that does the work, a binding to reach it, and a route.
public final class DeviceOption {
  /// Vectors overtake plain kernels after some hundred MiB, since it takes 17 to 43 ms to load
  /// them.
  private static final long VECTORS_PAY_FROM = 1L << 30;

  /// Drivers that run kernels on the processor without being made for speed.
  private static final List<String> SLOW = List.of("oclgrind", "rusticl", "clover");

  @Option(
      names = "--device",
      description =
          "cpu (plain Java), opencl (the best one), auto (what 'cleave tune' found to be fastest,"
              + " plain Java where it was not run), or part of a device's name or platform; see"
              + " 'cleave devices'. verify and bench also take all. Default: ${DEFAULT-VALUE}.")
  private String name;

  @Option(names = "--binding", description = "How OpenCL is reached: ${COMPLETION-CANDIDATES}.")
  private Binding binding = Binding.AUTO;

  @Option(
      names = "--route",
      description = "How an OpenCL device splits: ${COMPLETION-CANDIDATES} (default: auto).")
  private @Nullable Route route;

  /// An option whose value is this where none is given.
  public DeviceOption(String name) {
    this.name = name;
  }

  /// The device that was asked for.
  Device device() {
    boolean isBest = name.equals("opencl");
    String wanted = name.equals("auto") ? "cpu" : name;
    Predicate<Device> isWanted =
        device -> !wanted.isBlank() && KnownDevice.isCalled(device, wanted);
    // To look for OpenCL takes 0.3 s, so the CPU is tried first.
    if (isWanted.test(Device.cpu())) {
      return Device.cpu();
    }
    List<Device> all = Device.all();
    Optional<Device> found = isBest ? best(all) : all.stream().filter(isWanted).findFirst();
    require(
        found.isPresent(),
        "%s; choose one of: %s (run 'cleave devices' to see what is missing)",
        isBest ? "there is no OpenCL device" : "no device matches \"%s\"".formatted(name),
        all.stream().map(Device::name).distinct().collect(Collectors.joining(", ")));
    return found.get();
  }

  /// Loads the Vector API if the JVM lets it. Call it before anything asks for the kernels: the
  /// first time decides.
  ///
  /// With `--add-modules` the JVM would print a warning on every start, and drop the cache that
  /// starts it quickly. The method of the JDK is internal; the manifest of the runnable jar exports
  /// it, without a warning. Where it is not accessible, plain kernels do the work.
  public static void loadVectors() {
    try {
      Class<?> modules = Class.forName("jdk.internal.module.Modules");
      modules.getMethod("loadModule", String.class).invoke(null, "jdk.incubator.vector");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError _) {
      // Plain kernels do the work.
    }
  }

  /// Opens a splitter on the device that was asked for, with vectors if so many bytes are worth it.
  public AbstractSplitter open(long bytes) {
    if (bytes >= VECTORS_PAY_FROM) {
      loadVectors();
    }
    return open();
  }

  /// Opens a splitter on the device that was asked for.
  public AbstractSplitter open() {
    if (name.equals("cpu") && isAlone()) {
      // To describe the device takes longer than to split a small file.
      return CpuSplitter.open();
    }
    return name.equals("auto") && isAlone()
        ? TunedSplitters.open(mode(), TuningFile::usual)
        : open(device(), binding);
  }

  /// Opens a splitter on another device, on the route that was asked for.
  public AbstractSplitter open(Device device, Binding through) {
    Route by = route == null ? Route.AUTO : route;
    return TunedSplitters.open(device, through, by, mode(), TuningFile::usual);
  }

  /// A command ends before anything could be measured.
  private static TuningMode mode() {
    return TuningMode.usualOr(TuningMode.FIXED);
  }

  private boolean isAlone() {
    return binding == Binding.AUTO && route == null;
  }

  /// True if the default splitter is meant, too.
  public boolean meansUsual() {
    return isAlone() && (name.equals("auto") || isAll());
  }

  /// The bindings to try on a device: the one that was asked for, or all that reach it.
  public List<Binding> bindings(Device device) {
    List<Binding> reaching = OpenCl.bindings(device);
    return binding == Binding.AUTO && !reaching.isEmpty() ? reaching : List.of(binding);
  }

  /// The route that was asked for, or the usual ones.
  public List<Route> routes(Route... usual) {
    return List.of(route == null ? usual : new Route[] {route});
  }

  /// The devices that are meant. Simulators and the like are only meant when they are named.
  public List<Device> devices() {
    return isAll() ? Device.all().stream().filter(one -> !isSlow(one)).toList() : List.of(device());
  }

  /// The OpenCL devices that are meant.
  public List<Device> openCl() {
    return devices().stream().filter(one -> !KnownDevice.isJava(one)).toList();
  }

  /// True if all devices are meant.
  public boolean isAll() {
    return name.equals("all");
  }

  static boolean isSlow(Device device) {
    return !KnownDevice.isJava(device)
        && SLOW.stream().anyMatch(driver -> KnownDevice.isCalled(device, driver));
  }

  /// The OpenCL device that is likely to be the fastest, the first of those that are alike.
  static Optional<Device> best(List<Device> devices) {
    List<Kind> ranks = List.of(Kind.GPU, Kind.ACCELERATOR, Kind.CPU);
    return devices.stream()
        .filter(device -> !KnownDevice.isJava(device))
        .min(
            Comparator.comparing(DeviceOption::isSlow)
                .thenComparingInt(device -> ranks.indexOf(KnownDevice.kind(device))));
  }
}
