package io.cleave.opencl.session;

import io.cleave.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The devices that the two libraries find, looked for once, when they are first needed.
public final class OpenCl {
  private static final List<FoundDevice> FOUND = new ArrayList<>();
  private static final List<Obstacle> OBSTACLES = new ArrayList<>();

  static {
    // References to the constructors would be linked here, whether the library is there or not.
    look(Binding.LWJGL, () -> new LwjglApi());
    look(Binding.JOCL, () -> new JoclApi());
  }

  private OpenCl() {}

  private static void look(Binding name, Supplier<ClApi<?, ?>> api) {
    try {
      DeviceSearch search = DeviceSearch.run(api.get());
      FOUND.addAll(search.devices());
      OBSTACLES.addAll(search.obstacles());
    } catch (LinkageError e) {
      OBSTACLES.add(name.absent(e));
    }
  }

  /// The CPU in plain Java, and every device that some library found, each once.
  public static List<Device> all() {
    return Stream.concat(Stream.of(Device.cpu()), devices()).toList();
  }

  private static Stream<Device> devices() {
    return FOUND.stream().map(FoundDevice::device).distinct();
  }

  /// Reasons why devices are unavailable, each once.
  public static List<Obstacle> obstacles() {
    return OBSTACLES.stream().distinct().toList();
  }

  /// The bindings that can use a device.
  public static List<Binding> bindings(Device device) {
    return Stream.of(Binding.LWJGL, Binding.JOCL)
        .filter(name -> find(device, name).isPresent())
        .toList();
  }

  /// A device through one library; for [Binding#AUTO] through the first that found it.
  private static Optional<FoundDevice> find(Device device, Binding wanted) {
    return FOUND.stream()
        .filter(one -> wanted == Binding.AUTO || wanted == one.api().binding())
        .filter(one -> one.device().equals(device))
        .findFirst();
  }

  /// The devices that may be used without being named: processors with a fast driver, so that no
  /// data crosses a bus. Each comes through the first library that reaches it. Loads drivers, so
  /// ask [SignalChain#isWhole()] first.
  public static List<FoundDevice> automatic() {
    return devices()
        .flatMap(device -> find(device, Binding.usual()).stream())
        .filter(found -> found.info().isWorthProbing())
        .toList();
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
