package io.cleave.sweep;

import io.cleave.Devices;
import io.cleave.Residences;
import io.cleave.Splitters;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Choosing;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A way to split that can be opened again and again, each time with all that belongs to it.
///
/// @param how it is opened
public record Opening(Supplier<Way> how) {
  private static final List<RouteName> ROUTES =
      List.of(RouteName.PER_PART, RouteName.FUSED, RouteName.BITS, RouteName.GPU);

  /// What users open on a platform.
  public static List<Opening> of(Platform platform) {
    List<Opening> openings = new ArrayList<>();
    openings.add(always("whatever is fastest", () -> Splitters.open(Choosing.MEASURE)));
    if (platform == Platform.JAVA) {
      for (CpuKernels kernels : CpuKernels.values()) {
        openings.add(always("java " + kernels, () -> CpuSplitter.open(2, kernels)));
      }
    } else {
      addDevice(openings, platform);
    }
    return openings;
  }

  private static void addDevice(List<Opening> openings, Platform platform) {
    Device device =
        Devices.all().stream()
            .filter(found -> found.platform().equals(platform.openClName()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException(platform + " has no device"));
    for (Binding binding : platform.bindings()) {
      String name = binding.toString();
      openings.add(always(name, () -> Splitters.open(device, binding, RouteName.AUTO)));
      for (RouteName route : ROUTES) {
        openings.add(
            new Opening(() -> Way.on(route, name, Splitters.open(device, binding, route))));
      }
      openings.add(
          new Opening(
              () ->
                  Way.resident(
                      RouteName.AUTO,
                      name,
                      new ResidentWay(
                          Residences.open(device, binding, RouteName.AUTO), platform.mayRound()))));
    }
  }

  private static Opening always(String name, Supplier<Splitter> splitter) {
    return new Opening(() -> Way.always(name, splitter.get()));
  }

  /// Opens it.
  public Way open() {
    return how.get();
  }
}
