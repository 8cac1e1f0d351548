package io.cleave.opencl.session;

import io.cleave.Device;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// The devices that the two libraries find. Each looks for them once, when it is first needed.
public final class OpenCl {
  private static final List<Binding> BINDINGS = List.of(Binding.LWJGL, Binding.JOCL);
  private static final Map<Binding, List<FoundDevice>> FOUND = new ConcurrentHashMap<>();
  private static final List<Obstacle> OBSTACLES = new CopyOnWriteArrayList<>();

  private OpenCl() {}

  /// The devices that a library finds, or for [Binding#AUTO] one after the other.
  private static Stream<FoundDevice> found(Binding wanted) {
    return BINDINGS.stream()
        .filter(name -> wanted == Binding.AUTO || wanted == name)
        .flatMap(name -> FOUND.computeIfAbsent(name, OpenCl::look).stream());
  }

  private static List<FoundDevice> look(Binding name) {
    try {
      DeviceSearch search =
          DeviceSearch.run(name == Binding.LWJGL ? new LwjglApi() : new JoclApi());
      OBSTACLES.addAll(search.obstacles());
      return search.devices();
    } catch (LinkageError e) {
      OBSTACLES.add(name.absent(e));
      return List.of();
    }
  }

  /// The CPU in plain Java, and every device that some library found, each once.
  public static List<Device> all() {
    Stream<Device> devices = found(Binding.AUTO).map(FoundDevice::device).distinct();
    return Stream.concat(Stream.of(Device.cpu()), devices).toList();
  }

  /// Reasons why devices are unavailable, each once.
  public static List<Obstacle> obstacles() {
    // Has both libraries look.
    all();
    return OBSTACLES.stream().distinct().toList();
  }

  /// The bindings that can use a device.
  public static List<Binding> bindings(Device device) {
    return BINDINGS.stream().filter(name -> find(device, name).isPresent()).toList();
  }

  /// A device through one library; for [Binding#AUTO] through the first that found it.
  private static Optional<FoundDevice> find(Device device, Binding wanted) {
    return found(wanted).filter(one -> one.device().equals(device)).findFirst();
  }

  /// The devices that may be used without being named: processors with a fast driver, so that no
  /// data crosses a bus. They come through the first library that reaches any; the other one is not
  /// loaded, which takes .1 s. Loads drivers, so ask [SignalChain#isWhole()] first.
  public static List<FoundDevice> automatic() {
    Binding usual = Binding.usual();
    for (Binding name : usual == Binding.AUTO ? BINDINGS : List.of(usual)) {
      List<FoundDevice> found = found(name).filter(one -> one.info().isWorthProbing()).toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /// A device that must be there.
  ///
  /// @throws IllegalArgumentException if it is not, or this binding does not reach it
  public static FoundDevice require(Device device, Binding binding) {
    Binding asked = binding == Binding.AUTO ? Binding.usual() : binding;
    return find(device, asked)
        .orElseThrow(() -> new IllegalArgumentException(unreachable(device, asked)));
  }

  private static String unreachable(Device device, Binding binding) {
    return binding == Binding.AUTO
        ? "device %s is not there; choose one of %s".formatted(device, all())
        : "binding %s does not reach device %s; see Device.problems() for the reason"
            .formatted(binding, device.name());
  }
}
