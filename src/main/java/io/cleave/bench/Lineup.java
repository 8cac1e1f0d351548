package io.cleave.bench;

import io.cleave.Binding;
import io.cleave.Devices;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Who is on this machine.
public final class Lineup {
  private final OutputPool pool;

  /// @param pool where all of them write
  public Lineup(OutputPool pool) {
    this.pool = pool;
  }

  /// Plain copies: by one thread, by all processors, and by the kernels of each OpenCL device.
  public List<Entrant> copies(Predicate<Device> wanted) {
    List<Entrant> copies = new ArrayList<>();
    copies.add(copy(new PlainCopy(1, pool)));
    int processors = Runtime.getRuntime().availableProcessors();
    if (processors > 1) {
      copies.add(copy(new PlainCopy(processors, pool)));
    }
    for (Device device : devices(wanted)) {
      if (device.kind() != Device.Kind.JAVA) {
        copies.add(copy(new CopyKernel(device, pool)));
      }
    }
    return copies;
  }

  private static Entrant copy(Contender contender) {
    return new Entrant(Role.COPY, contender);
  }

  /// Every device that is wanted: through its first binding on every wanted route, through the
  /// others on the first one of these.
  public List<Entrant> splitters(
      Predicate<Device> wanted, List<Binding> bindings, List<RouteName> routes) {
    List<Entrant> splitters = new ArrayList<>();
    for (Device device : devices(wanted)) {
      if (device.kind() == Device.Kind.JAVA) {
        splitters.add(splitter(device, Binding.AUTO, RouteName.AUTO));
      } else {
        addOpenCl(device, bindings, routes, splitters);
      }
    }
    return splitters;
  }

  private void addOpenCl(
      Device device, List<Binding> bindings, List<RouteName> routes, List<Entrant> splitters) {
    boolean first = true;
    for (Binding binding : Devices.bindings(device)) {
      if (bindings.contains(binding)) {
        for (RouteName route : first ? routes : routes.subList(0, 1)) {
          splitters.add(splitter(device, binding, route));
        }
        first = false;
      }
    }
  }

  /// Every OpenCL device that is wanted, on data that lives there: its own buffer copy, and all
  /// wanted routes.
  public List<Entrant> residents(
      Predicate<Device> wanted, List<Binding> bindings, List<RouteName> routes) {
    List<Entrant> residents = new ArrayList<>();
    for (Device device : devices(wanted)) {
      for (Binding binding : Devices.bindings(device)) {
        if (bindings.contains(binding)) {
          residents.add(copy(new ResidentCopy(device, binding)));
          for (RouteName route : routes) {
            residents.add(new Entrant(Role.SPLITTER, new Resident(device, binding, route)));
          }
        }
      }
    }
    return residents;
  }

  private Entrant splitter(Device device, Binding binding, RouteName route) {
    return new Entrant(Role.SPLITTER, new SplitterContender(device, binding, route, pool));
  }

  private static List<Device> devices(Predicate<Device> wanted) {
    return Devices.all().stream().filter(wanted).toList();
  }
}
