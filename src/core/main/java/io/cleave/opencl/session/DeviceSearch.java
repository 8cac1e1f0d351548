package io.cleave.opencl.session;

import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Walks over platforms and devices, in the same way through every binding: whatever fails becomes
/// an [Obstacle] and does not hide the others.
///
/// @param <P> the binding's platform handle
/// @param <D> the binding's device handle
public final class DeviceSearch<P, D> {
  private final Loader<P, D> loader;
  private final List<FoundDevice> devices = new ArrayList<>();
  private final List<Obstacle> obstacles = new ArrayList<>();

  private DeviceSearch(Loader<P, D> loader) {
    this.loader = loader;
  }

  /// What can be found through a binding.
  ///
  /// @param binding its name
  public static <P, D> Discovery run(String binding, Loader<P, D> loader) {
    var search = new DeviceSearch<>(loader);
    search.walk(binding);
    return new Discovery(search.devices, search.obstacles);
  }

  /// The handle of a device that was found before.
  ///
  /// @throws IllegalArgumentException if it is not there any more
  public static <P, D> D find(FoundDevice device, Loader<P, D> loader) {
    P platform = pick(loader.platforms(), device.platformIndex(), device);
    return pick(loader.devices(platform), device.deviceIndex(), device);
  }

  /// The facts of a device whose handle is there already.
  ///
  /// @throws IllegalArgumentException if the device cannot be used
  /// @throws OpenClException if the driver does not answer
  public static <P, D> DeviceInfo facts(P platform, D device, Loader<P, D> loader) {
    String name = loader.name(platform);
    DeviceInfo facts = DeviceReader.usableFacts(name, loader.ask(device));
    return Opened.on(
        facts.device().name(),
        () -> facts.withOrdinal(ordinal(facts, platform, name, device, loader)));
  }

  private static <P, D> int ordinal(
      DeviceInfo facts, P platform, String name, D device, Loader<P, D> loader) {
    // A part of a device is in no list.
    List<D> handles = loader.devices(platform);
    int index = Math.max(0, handles.indexOf(device));
    return ordinal(facts.device(), name, handles.subList(0, index), loader);
  }

  /// How many of these are like the device.
  private static <D> int ordinal(
      Device device, String platform, List<D> before, Loader<?, D> loader) {
    return Math.toIntExact(
        before.stream().filter(other -> isLike(device, platform, loader.ask(other))).count());
  }

  private static boolean isLike(Device device, String platform, DeviceQuery other) {
    try {
      return DeviceReader.facts(platform, other).device().equals(device);
    } catch (OpenClException e) {
      return false;
    }
  }

  private static <T> T pick(List<T> handles, int index, FoundDevice device) {
    if (index < 0 || index >= handles.size()) {
      throw new IllegalArgumentException(
          "%s is not there any more; discover the devices again"
              .formatted(device.facts().device().name()));
    }
    return handles.get(index);
  }

  private void walk(String binding) {
    try {
      List<P> platforms = loader.platforms();
      if (platforms.isEmpty()) {
        String cause = "the OpenCL loader found no platform";
        obstacles.add(new Obstacle(binding, cause, Remedies.noPlatform()));
      }
      for (int i = 0; i < platforms.size(); i++) {
        walkPlatform(i, platforms.get(i));
      }
    } catch (RuntimeException e) {
      obstacles.add(new Obstacle(binding, text(e), Remedies.noPlatform()));
    }
  }

  private void walkPlatform(int index, P platform) {
    String name = "platform " + index;
    try {
      name = loader.name(platform);
      List<D> handles = loader.devices(platform);
      if (handles.isEmpty()) {
        String cause = "the platform has no device";
        obstacles.add(new Obstacle(name, cause, Remedies.noDevice(name)));
      }
      for (int i = 0; i < handles.size(); i++) {
        look(index, name, i, handles);
      }
    } catch (RuntimeException e) {
      obstacles.add(new Obstacle(name, text(e), Remedies.brokenPlatform()));
    }
  }

  private void look(int platformIndex, String platform, int index, List<D> handles) {
    try {
      DeviceQuery device = loader.ask(handles.get(index));
      Optional<Obstacle> obstacle = DeviceReader.obstacle(platform, device);
      if (obstacle.isPresent()) {
        obstacles.add(obstacle.get());
      } else {
        DeviceInfo facts = DeviceReader.facts(platform, device);
        int ordinal = ordinal(facts.device(), platform, handles.subList(0, index), loader);
        devices.add(new FoundDevice(platformIndex, index, facts.withOrdinal(ordinal)));
      }
    } catch (RuntimeException e) {
      String what = "device %s (%s)".formatted(index, platform);
      obstacles.add(new Obstacle(what, text(e), Remedies.brokenPlatform()));
    }
  }

  /// An exception that is not ours, such as that of a function that the loader lacks, needs its
  /// name.
  private static String text(RuntimeException e) {
    return e instanceof OpenClException ? String.valueOf(e.getMessage()) : e.toString();
  }
}
