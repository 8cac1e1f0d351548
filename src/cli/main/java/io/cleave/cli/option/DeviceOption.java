package io.cleave.cli.option;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.KnownDevice.Kind;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for the device that does the work, a binding to reach it, and a route.
public final class DeviceOption {
  private static final String AUTO = "auto";

  /// The name of PoCL's platform.
  private static final String POCL = "portable computing language";

  /// Drivers that run kernels on the processor without being made for speed.
  private static final List<String> SLOW = List.of("oclgrind", "rusticl", "clover");

  @Option(
      names = "--device",
      paramLabel = "D",
      description = {
        "cpu (plain Java), opencl (the best one), auto (what 'cleave tune' found to be fastest,"
            + " plain Java where it was not asked), or part of a device's name or platform; see"
            + " 'cleave devices'. verify and bench also take all. Default: ${DEFAULT-VALUE}."
      })
  private String name;

  @Option(
      names = "--binding",
      paramLabel = "B",
      description = "How OpenCL is reached: lwjgl or jocl (default: whichever works).")
  private Binding binding = Binding.AUTO;

  @Option(
      names = "--route",
      paramLabel = "R",
      description = {
        "How an OpenCL device splits: auto (the default), copies, per-part, fused, compiled,"
            + " streamed, bits, or gpu, which is what a GPU would get."
      })
  private @Nullable Route route;

  /// @param name the device that is meant when none is named
  private DeviceOption(String name) {
    this.name = name;
  }

  /// For commands that use one device.
  public static DeviceOption one() {
    return new DeviceOption("cpu");
  }

  /// For commands that use all devices unless one is named.
  public static DeviceOption all() {
    return new DeviceOption("all");
  }

  /// The option with this value.
  public static DeviceOption named(String name) {
    return new DeviceOption(name);
  }

  /// The device that was asked for.
  Device device() {
    if (name.equals("opencl")) {
      return best(Device.all()).orElseThrow(() -> noDevice("there is no OpenCL device"));
    }
    String wanted = name.equals(AUTO) ? "cpu" : name.toLowerCase(Locale.ROOT);
    // To look for OpenCL takes 0.3 s, so the CPU is tried first.
    return Stream.<Supplier<List<Device>>>of(() -> List.of(Device.cpu()), Device::all)
        .flatMap(devices -> devices.get().stream())
        .filter(device -> !wanted.isBlank() && text(device).contains(wanted))
        .findFirst()
        .orElseThrow(() -> noDevice("no device matches \"%s\"".formatted(name)));
  }

  /// Opens a splitter on the device that was asked for.
  public HostSplitter open() {
    if (name.equals("cpu") && binding == Binding.AUTO && route == null) {
      // To describe the device takes longer than to split a small file.
      return CpuSplitter.open();
    }
    return isAuto() ? TunedSplitters.open(mode(), TuningFile::usual) : open(device(), binding);
  }

  /// Opens a splitter on another device, on the route that was asked for.
  public HostSplitter open(Device device, Binding through) {
    Route wish = route().orElse(Route.AUTO);
    if (wish != Route.AUTO || KnownDevice.isJava(device)) {
      return TunedSplitters.open(device, through, wish);
    }
    return TunedSplitters.open(device, through, mode(), TuningFile::usual);
  }

  /// A command ends before anything could be measured.
  private static TuningMode mode() {
    return TuningMode.usualOr(TuningMode.FIXED);
  }

  private boolean isAuto() {
    return name.equals(AUTO) && binding == Binding.AUTO && route == null;
  }

  /// True if the default splitter is meant, too.
  public boolean meansUsual() {
    return isAuto() || (isAll() && binding == Binding.AUTO && route == null);
  }

  /// The bindings to try on a device: the one that was asked for, or all that reach it.
  public List<Binding> bindings(Device device) {
    List<Binding> reaching = OpenCl.look().bindings(device);
    return binding == Binding.AUTO && !reaching.isEmpty() ? reaching : List.of(binding);
  }

  /// The route that was asked for, if any.
  public Optional<Route> route() {
    return Optional.ofNullable(route);
  }

  /// True if a device is meant. Simulators and the like are only meant when they are named.
  public boolean means(Device candidate) {
    return isAll() ? !isSlow(candidate) : device().equals(candidate);
  }

  /// True if all devices are meant.
  public boolean isAll() {
    return name.equals("all");
  }

  private static boolean isSlow(Device device) {
    return !KnownDevice.isJava(device) && SLOW.stream().anyMatch(text(device)::contains);
  }

  /// The OpenCL device that is likely to be the fastest, the first of those that are alike.
  static Optional<Device> best(List<Device> devices) {
    return devices.stream()
        .filter(device -> !KnownDevice.isJava(device))
        .min(Comparator.comparing(DeviceOption::isSlow).thenComparingInt(DeviceOption::rank));
  }

  private static int rank(Device device) {
    return List.of(Kind.GPU, Kind.ACCELERATOR, Kind.CPU).indexOf(KnownDevice.kind(device));
  }

  private static IllegalArgumentException noDevice(String problem) {
    return new IllegalArgumentException(
        "%s; choose one of: %s (run 'cleave devices' to see what is missing)"
            .formatted(
                problem,
                Device.all().stream()
                    .map(Device::name)
                    .distinct()
                    .collect(Collectors.joining(", "))));
  }

  private static String text(Device device) {
    String text = (device.name() + "\n" + device.platform()).toLowerCase(Locale.ROOT);
    return text.contains(POCL) ? text + "\npocl" : text;
  }
}
