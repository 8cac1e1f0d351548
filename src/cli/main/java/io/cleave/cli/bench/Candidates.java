package io.cleave.cli.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.tune.TunedSplitters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Finds the candidates of this machine.
///
/// @param device the devices, bindings and route that were asked for
/// @param routes the routes of an OpenCL device where none was asked for
/// @param bindings the most bindings of each device
public record Candidates(DeviceOption device, List<Route> routes, int bindings) {
  /// Every route, the choice of the library first.
  public static final List<Route> ROUTES = List.of(Route.values());

  /// All routes through all bindings.
  public static Candidates all(DeviceOption device) {
    return new Candidates(device, ROUTES, Integer.MAX_VALUE);
  }

  /// Plain copies by one thread, by all and by each OpenCL device, the default splitter, and the
  /// splitters of each device.
  public List<Candidate> onHost() {
    List<Candidate> candidates = new ArrayList<>();
    IntStream.of(1, Runtime.getRuntime().availableProcessors())
        .distinct()
        .mapToObj(PlainCopy::new)
        .forEach(candidates::add);
    for (Device one : device.openCl()) {
      // Past the caches, where the device can.
      for (Route route : List.of(Route.STREAMED, Route.FUSED)) {
        Label label = new Label(one.name(), "", "copy, " + route);
        candidates.add(splitter(Role.COPY, label, one, Binding.AUTO, route));
      }
    }
    if (device.meansUsual()) {
      Label label = new Label("default", "", "");
      candidates.add(new SplitterCandidate(Role.CHOICE, label, Splitter::open));
    }
    if (device.means(Device.cpu())) {
      Label label = new Label("cpu", "", "");
      candidates.add(new SplitterCandidate(Role.CHOICE, label, CpuSplitter::open));
    }
    device.openCl().forEach(one -> addOpenCl(one, candidates));
    return candidates;
  }

  /// The bindings to try on a device.
  public List<Binding> bindings(Device one) {
    return device.bindings(one).stream().limit(bindings).toList();
  }

  /// The routes of an OpenCL device.
  public List<Route> wantedRoutes() {
    return device.route().map(List::of).orElse(routes);
  }

  /// All routes through the first binding, the first route through the others.
  private void addOpenCl(Device one, List<Candidate> candidates) {
    List<Route> wanted = wantedRoutes();
    for (Binding binding : bindings(one)) {
      for (Route route : wanted) {
        Role role = route == Route.AUTO ? Role.CHOICE : Role.SPLITTER;
        Label label = new Label(one.name(), binding.toString(), route.toString());
        candidates.add(splitter(role, label, one, binding, route));
      }
      wanted = wanted.subList(0, 1);
    }
  }

  private static Candidate splitter(
      Role role, Label label, Device device, Binding binding, Route route) {
    return new SplitterCandidate(role, label, () -> TunedSplitters.open(device, binding, route));
  }
}
