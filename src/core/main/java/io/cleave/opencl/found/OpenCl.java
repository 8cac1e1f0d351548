package io.cleave.opencl.found;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.SignalChain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the bindings find, looked for once, when it is first needed.
public final class OpenCl {
  /// A binding that is on the class path, and what it found.
  private record Present(ClBinding<?, ?> binding, Discovery discovery) {}

  /// A device of one binding.
  ///
  /// @param binding what reaches it
  /// @param device as the binding found it
  public record Found(ClBinding<?, ?> binding, FoundDevice device) {}

  private static @Nullable OpenCl instance;

  private final Map<Binding, Present> present = new LinkedHashMap<>();
  private final List<Obstacle> obstacles = new ArrayList<>();

  private OpenCl() {
    look(
        Binding.LWJGL,
        "org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl",
        LwjglBinding::new);
    look(Binding.JOCL, "org.jocl:jocl", JoclBinding::new);
  }

  /// What there is.
  public static synchronized OpenCl look() {
    OpenCl known = instance;
    if (known == null) {
      known = new OpenCl();
      instance = known;
    }
    return known;
  }

  private void look(Binding name, String artifact, Supplier<ClBinding<?, ?>> maker) {
    try {
      ClBinding<?, ?> binding = maker.get();
      Discovery discovery = binding.discover();
      present.put(name, new Present(binding, discovery));
      obstacles.addAll(discovery.obstacles());
    } catch (LinkageError e) {
      obstacles.add(
          new Obstacle(
              name.toString(),
              "it is not on the class path (%s)".formatted(e),
              "add %s".formatted(artifact)));
    }
  }

  /// The CPU in plain Java, and every device that some binding found, each once.
  public List<Device> all() {
    List<Device> all = new ArrayList<>();
    all.add(CpuSplitter.describe());
    all.addAll(devices());
    return List.copyOf(all);
  }

  private List<Device> devices() {
    return present.values().stream()
        .flatMap(one -> one.discovery().devices().stream())
        .map(found -> found.device())
        .distinct()
        .toList();
  }

  /// What is missing or broken; once, where both bindings met it.
  public List<Obstacle> obstacles() {
    return obstacles.stream().distinct().toList();
  }

  /// The bindings that can use a device.
  public List<Binding> bindings(Device device) {
    return present.keySet().stream().filter(name -> find(device, name).isPresent()).toList();
  }

  /// A device as a binding found it; as the first one that did for [Binding#AUTO].
  private Optional<Found> find(Device device, Binding wish) {
    return present.entrySet().stream()
        .filter(entry -> wish == Binding.AUTO || wish == entry.getKey())
        .flatMap(entry -> found(entry.getValue()))
        .filter(found -> found.device().device().equals(device))
        .findFirst();
  }

  /// Whether this JVM may use devices that were not named. Loads no driver: those of CPU devices
  /// may take signals that the JVM needs.
  public static boolean isFitUnasked() {
    return SignalChain.isWhole();
  }

  /// The devices that may be used without being named: processors with a fast driver, so that no
  /// data crosses a bus. Each comes through the first binding that reaches it. Loads drivers, so
  /// ask [#isFitUnasked()] first.
  public static List<Found> unasked() {
    return look().devices().stream()
        .flatMap(device -> look().find(device, Binding.AUTO).stream())
        .filter(found -> found.device().facts().isWorthProbing())
        .toList();
  }

  /// A device that must be there.
  ///
  /// @throws IllegalArgumentException if it is not, or this binding does not reach it
  public static Found require(Device device, Binding binding) {
    return look()
        .find(device, binding)
        .orElseThrow(() -> new IllegalArgumentException(unreachable(device, binding)));
  }

  private static String unreachable(Device device, Binding binding) {
    return binding == Binding.AUTO
        ? "device %s is not there; choose one of %s".formatted(device, look().all())
        : "binding %s does not reach device %s; see Devices.obstacles() for the reason"
            .formatted(binding, device.name());
  }

  private static Stream<Found> found(Present one) {
    return one.discovery().devices().stream().map(device -> new Found(one.binding(), device));
  }
}
