package io.cleave.bench;

import io.cleave.Devices;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.VectorSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Who is on this machine.
public final class Lineup {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final OutputPool pool;

  /// @param pool where all of them write
  public Lineup(OutputPool pool) {
    this.pool = pool;
  }

  /// Plain copies: by one thread, by all processors, and by the kernels of each OpenCL device.
  public List<Entrant> copies(Predicate<Device> wanted) {
    List<Entrant> copies = new ArrayList<>();
    copies.add(copy(1));
    if (PROCESSORS > 1) {
      copies.add(copy(PROCESSORS));
    }
    for (Device device : devices(wanted)) {
      if (device.kind() != Device.Kind.JAVA) {
        copies.add(copy(new CopyKernel(device, pool)));
      }
    }
    return copies;
  }

  /// A plain copy by so many threads.
  public Entrant copy(int threads) {
    return copy(new PlainCopy(threads, pool));
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
        addCpu(device, splitters);
      } else {
        addOpenCl(device, bindings, routes, splitters);
      }
    }
    return splitters;
  }

  /// Where there are vectors, it chooses between kernels; else it is the plain one.
  private void addCpu(Device cpu, List<Entrant> splitters) {
    splitters.add(splitter(cpu, Binding.AUTO, RouteName.AUTO));
    if (hasVectors()) {
      splitters.addAll(cpu(PROCESSORS));
    }
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

  /// What a user gets who asks for nothing.
  public Entrant usual() {
    return new Entrant(Role.CHOICE, new DefaultSplitter(pool));
  }

  /// The processors that run the JVM, on so many threads: in plain Java, and by vectors where there
  /// are such.
  public List<Entrant> cpu(int threads) {
    List<Entrant> twins = new ArrayList<>();
    twins.add(cpu(threads, CpuKernels.PLAIN));
    if (hasVectors()) {
      twins.add(cpu(threads, CpuKernels.VECTOR));
    }
    return twins;
  }

  private Entrant cpu(int threads, CpuKernels kernels) {
    return new Entrant(Role.SPLITTER, new CpuContender(threads, kernels, pool));
  }

  private static boolean hasVectors() {
    return VectorSupport.here().isThere();
  }

  /// Those of the entrants who choose, opened anew so many times more.
  public static List<Entrant> again(List<Entrant> entrants, int times) {
    List<Entrant> again = new ArrayList<>();
    for (int time = 2; time < 2 + times; time++) {
      for (Entrant entrant : entrants) {
        if (entrant.role() == Role.CHOICE) {
          again.add(new Entrant(Role.CHOICE, new Again(entrant.contender(), time)));
        }
      }
    }
    return again;
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
    boolean chooses = device.kind() == Device.Kind.JAVA ? hasVectors() : route == RouteName.AUTO;
    return new Entrant(
        chooses ? Role.CHOICE : Role.SPLITTER, new SplitterContender(device, binding, route, pool));
  }

  private static List<Device> devices(Predicate<Device> wanted) {
    return Devices.all().stream().filter(wanted).toList();
  }
}
