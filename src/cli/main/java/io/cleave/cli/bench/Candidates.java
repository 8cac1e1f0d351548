package io.cleave.cli.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.OpenCl;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice;
import io.cleave.tune.TunedSplitters;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Finds the candidates of this machine.
///
/// @param device the devices, bindings and route that were asked for
/// @param routes the routes of an OpenCL device where none was asked for
/// @param bindings the most bindings of each device
public record Candidates(DeviceOption device, List<Route> routes, int bindings) {
  /// Every route that copies, the choice of the library first.
  public static final List<Route> ROUTES =
      List.of(
          Route.AUTO,
          Route.COPIES,
          Route.PER_PART,
          Route.FUSED,
          Route.COMPILED,
          Route.STREAMED,
          Route.BITS);

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /// All routes through all bindings.
  public static Candidates all(DeviceOption device) {
    return new Candidates(device, ROUTES, Integer.MAX_VALUE);
  }

  /// Plain copies by one thread, by all and by each OpenCL device, the default splitter, and the
  /// splitters of each device.
  public List<Candidate> onHost() {
    List<Candidate> candidates = new ArrayList<>(List.of(new PlainCopy(1)));
    if (PROCESSORS > 1) {
      candidates.add(new PlainCopy(PROCESSORS));
    }
    for (Device one : devices()) {
      if (!KnownDevice.isJava(one)) {
        candidates.add(new DeviceCopy(one));
      }
    }
    if (device.meansUsual()) {
      candidates.add(
          new SplitterCandidate(Role.CHOICE, new Label("default", "", ""), false, Splitter::open));
    }
    for (Device one : devices()) {
      if (KnownDevice.isJava(one)) {
        Label label = new Label(one.name(), "", "");
        candidates.add(new SplitterCandidate(Role.CHOICE, label, true, CpuSplitter::open));
      } else {
        addOpenCl(one, candidates);
      }
    }
    return candidates;
  }

  /// The devices that were asked for.
  public List<Device> devices() {
    return Device.all().stream().filter(device::means).toList();
  }

  /// The bindings that reach a device.
  public List<Binding> bindings(Device one) {
    return OpenCl.look().bindings(one).stream()
        .filter(device.bindings(one)::contains)
        .limit(bindings)
        .toList();
  }

  /// The routes of an OpenCL device.
  public List<Route> wantedRoutes() {
    return device.route().map(List::of).orElse(routes);
  }

  /// All routes through the first binding, the first route through the others.
  private void addOpenCl(Device one, List<Candidate> candidates) {
    List<Route> wanted = wantedRoutes();
    for (Binding binding : bindings(one)) {
      wanted.forEach(route -> candidates.add(openCl(one, binding, route)));
      wanted = wanted.subList(0, 1);
    }
  }

  private static SplitterCandidate openCl(Device device, Binding binding, Route route) {
    Label label = new Label(device.name(), binding.toString(), route.toString());
    return new SplitterCandidate(
        route == Route.AUTO ? Role.CHOICE : Role.SPLITTER,
        label,
        false,
        () -> TunedSplitters.open(device, binding, route));
  }

  /// A copy by an OpenCL device: a split into one part, past the caches where the device can.
  private record DeviceCopy(Device device) implements Candidate {
    @Override
    public Label label() {
      return new Label(device.name(), "", "copy kernel");
    }

    @Override
    public Role role() {
      return Role.COPY;
    }

    @Override
    public Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
      SplitterCandidate streamed = openCl(device, Binding.AUTO, Route.STREAMED);
      return (streamed.refusal(plan).isEmpty()
              ? streamed
              : openCl(device, Binding.AUTO, Route.FUSED))
          .prepare(plan, data, outputs);
    }
  }
}
