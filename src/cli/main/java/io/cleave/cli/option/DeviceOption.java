package io.cleave.cli.option;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.KnownDevice;
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

/// The options that say what does the work: a device, a binding to reach it, a route.
public final class DeviceOption {
  private static final String OPENCL = "opencl";
  private static final String AUTO = "auto";

  /// What PoCL calls its platform, and nobody else does.
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

  /// As if a device had been named so.
  public static DeviceOption named(String name) {
    return new DeviceOption(name);
  }

  /// The device that was asked for.
  Device device() {
    if (name.equals(OPENCL)) {
      return bestOpenCl();
    }
    if (name.equals(AUTO)) {
      return Device.cpu();
    }
    String wanted = name.toLowerCase(Locale.ROOT);
    // The CPU is first of all: where it is meant, OpenCL need not be looked for, which takes 0.3 s.
    return Stream.<Supplier<List<Device>>>of(() -> List.of(Device.cpu()), Device::all)
        .flatMap(devices -> devices.get().stream())
        .filter(device -> !wanted.isBlank() && text(device).contains(wanted))
        .findFirst()
        .orElseThrow(() -> nothing("no device matches \"%s\"".formatted(name)));
  }

  /// Opens a splitter on the device that was asked for.
  public HostSplitter open() {
    return isAuto() ? TunedSplitters.open(mode(), TuningFile::usual) : open(device(), binding);
  }

  /// A command ends before anything could be measured.
  private static TuningMode mode() {
    return TuningMode.usualOr(TuningMode.FIXED);
  }

  private boolean isAuto() {
    return name.equals(AUTO) && binding == Binding.AUTO && route == null;
  }

  /// Whether what is chosen when nothing is asked for is meant, too.
  public boolean meansUsual() {
    return isAuto() || (isAll() && binding == Binding.AUTO && route == null);
  }

  /// Opens a splitter on another device, on the route that was asked for.
  public HostSplitter open(Device device, Binding through) {
    Route wish = route().orElse(Route.AUTO);
    return wish == Route.AUTO && !KnownDevice.isJava(device)
        ? TunedSplitters.open(device, through, mode(), TuningFile::usual)
        : TunedSplitters.open(device, through, wish);
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

  /// Whether a device is meant. Simulators and the like are only meant when they are named.
  public boolean means(Device candidate) {
    return isAll() ? !isSlow(candidate) : device().equals(candidate);
  }

  private static boolean isSlow(Device device) {
    return !KnownDevice.isJava(device) && SLOW.stream().anyMatch(text(device)::contains);
  }

  /// Whether all devices are meant.
  public boolean isAll() {
    return name.equals("all");
  }

  private static Device bestOpenCl() {
    return best(Device.all()).orElseThrow(() -> nothing("there is no OpenCL device"));
  }

  /// The OpenCL device that is likely to be the fastest, the first of those that are alike.
  static Optional<Device> best(List<Device> devices) {
    return devices.stream()
        .filter(device -> !KnownDevice.isJava(device))
        .min(Comparator.comparingInt(DeviceOption::rank));
  }

  private static int rank(Device device) {
    boolean slow = isSlow(device);
    return switch (KnownDevice.kind(device)) {
      case GPU -> slow ? 4 : 0;
      case ACCELERATOR -> slow ? 5 : 1;
      case CPU, JAVA -> slow ? 6 : 2;
    };
  }

  private static IllegalArgumentException nothing(String problem) {
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
