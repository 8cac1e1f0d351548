package io.cleave.cli.bench;

import io.cleave.Devices;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.bench.Entrant;
import io.cleave.bench.Lineup;
import io.cleave.cli.option.DeviceOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Who takes part in `cleave bench`.
///
/// @param device what the user asked for
/// @param lineup who there is
record BenchField(DeviceOption device, Lineup lineup) {
  /// Every way to copy, the choice of the library first.
  private static final List<RouteName> ROUTES = List.of(RouteName.values());

  /// Of a survey, whose elements are whole bytes.
  private static final List<RouteName> ROUTES_FOR_BYTES =
      ROUTES.stream().filter(route -> route != RouteName.BITS).toList();

  /// From host memory to host memory.
  List<Entrant> onHost() {
    return onHost(device::bindings, routes(ROUTES));
  }

  /// The same for many splits: each device through one binding alone, because the others do the
  /// same work, and those who choose opened anew so many times more.
  List<Entrant> inSurvey(int again) {
    List<Entrant> entrants = onHost(this::firstBinding, routes(ROUTES_FOR_BYTES));
    entrants.addAll(Lineup.again(entrants, again));
    return entrants;
  }

  /// Those of them who use one thread.
  List<Entrant> onOneThread() {
    List<Entrant> entrants = new ArrayList<>(List.of(lineup.copy(1)));
    if (device.means(Devices.cpu())) {
      entrants.addAll(lineup.cpu(1));
    }
    return entrants;
  }

  /// Those of them who use all threads, with what each OpenCL device chooses.
  List<Entrant> onAllThreads() {
    return onHost(this::firstBinding, routes(List.of(RouteName.AUTO)));
  }

  private List<Entrant> onHost(Function<Device, List<Binding>> bindings, List<RouteName> routes) {
    List<Entrant> entrants = new ArrayList<>(lineup.copies(device::means));
    if (device.meansUsual()) {
      entrants.add(lineup.usual());
    }
    entrants.addAll(lineup.splitters(device::means, bindings(bindings), routes));
    return entrants;
  }

  private List<Binding> firstBinding(Device one) {
    return device.bindings(one).subList(0, 1);
  }

  /// On data that lives on the device.
  List<Entrant> resident() {
    List<Entrant> entrants =
        lineup.residents(device::means, bindings(device::bindings), routes(ROUTES));
    if (entrants.isEmpty()) {
      throw new IllegalArgumentException(
          "--resident needs an OpenCL device; see 'cleave devices' for what is there");
    }
    return entrants;
  }

  private static List<Binding> bindings(Function<Device, List<Binding>> reaching) {
    Set<Binding> bindings = new LinkedHashSet<>();
    for (Device one : Devices.all()) {
      bindings.addAll(reaching.apply(one));
    }
    return List.copyOf(bindings);
  }

  /// The route that was asked for, or else these.
  private List<RouteName> routes(List<RouteName> usual) {
    return device.route().map(List::of).orElse(usual);
  }
}
