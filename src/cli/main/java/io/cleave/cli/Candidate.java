package io.cleave.cli;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import io.cleave.tune.TunedSplitters;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// An implementation of splitting or copying that is measured beside others.
///
/// @param role the part that it plays
/// @param device the device that does the work
/// @param binding the OpenCL binding, or empty
/// @param route the route or method, or empty
/// @param work prepares what is timed
public record Candidate(Role role, String device, String binding, String route, Work work) {
  /// The longest device name that is printed whole.
  private static final int DEVICE = 24;

  private static final long CACHE_LINE = 64;

  /// The part that a candidate plays in a benchmark.
  public enum Role {
    /// A plain copy of the same bytes.
    COPY,
    /// Cleave on one device by one route.
    SPLITTER,
    /// Cleave as it chooses by itself: the default splitter, or `auto` on some device.
    CHOICE,
    /// Another library; only the maintainers' benchmarks have such candidates.
    PEER
  }

  /// A plan that is ready to be carried out again and again.
  ///
  /// @param work splits once: the code that is timed. All parts are in memory of their own when it
  ///   returns
  /// @param parts gives a part as the last run wrote it
  /// @param closing releases everything
  public record Prepared(Runnable work, IntFunction<MemorySegment> parts, Runnable closing) {}

  /// How a candidate splits or copies.
  public interface Work {
    /// Prepares a plan: opens devices, compiles, and does whatever else is done once.
    ///
    /// @param data the tensor, which outlives what is prepared
    /// @param outputs memory for the parts; work that cannot write to given memory ignores it
    /// @throws IllegalArgumentException if it cannot carry out the plan; a run may say so, too
    Prepared prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs);

    /// True if a part is right.
    ///
    /// @param expected the same part as plain Java makes it
    default boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
      return expected.mismatch(part) < 0;
    }
  }

  /// The candidates of this machine: plain copies by one thread, by all and by each OpenCL device,
  /// the default splitter, and the splitters of each device, by all routes through the first
  /// binding and by the first route through the others.
  ///
  /// @param device the devices and bindings that were asked for
  /// @param routes the routes of an OpenCL device
  /// @param bindings the most bindings of each device
  public static List<Candidate> all(DeviceOption device, List<Route> routes, int bindings) {
    List<Candidate> all = new ArrayList<>();
    IntStream.of(1, Runtime.getRuntime().availableProcessors())
        .distinct()
        .mapToObj(Candidate::copy)
        .forEach(all::add);
    for (Device one : device.openCl()) {
      // Past the caches, where the device can.
      for (Route route : List.of(Route.STREAMED, Route.FUSED)) {
        Supplier<Splitter> opener = () -> TunedSplitters.open(one, Binding.AUTO, route);
        all.add(splitter(Role.COPY, one.name(), "", "copy, " + route, opener));
      }
    }
    if (device.meansUsual()) {
      all.add(splitter(Role.CHOICE, "default", "", "", Splitter::open));
    }
    if (device.devices().contains(Device.cpu())) {
      all.add(splitter(Role.CHOICE, "cpu", "", "", CpuSplitter::open));
    }
    for (Device one : device.openCl()) {
      List<Route> left = routes;
      for (Binding binding : device.bindings(one).stream().limit(bindings).toList()) {
        for (Route route : left) {
          Role role = route == Route.AUTO ? Role.CHOICE : Role.SPLITTER;
          Supplier<Splitter> opener = () -> TunedSplitters.open(one, binding, route);
          all.add(splitter(role, one.name(), binding.toString(), route.toString(), opener));
        }
        left = left.subList(0, 1);
      }
    }
    return all;
  }

  /// A splitter of Cleave, from host memory to host memory.
  public static Candidate splitter(
      Role role, String device, String binding, String route, Supplier<Splitter> opener) {
    return new Candidate(
        role,
        device,
        binding,
        route,
        (plan, data, outputs) -> {
          Splitter splitter = opener.get();
          return new Prepared(
              () -> splitter.split(plan, data, outputs), outputs::get, splitter::close);
        });
  }

  /// A copy of the same bytes in plain Java.
  ///
  /// @param threads the number of threads that share the copy
  public static Candidate copy(int threads) {
    String name = "copy, " + OneLine.count(threads, "thread");
    return new Candidate(
        Role.COPY, "cpu", "", name, (_, data, outputs) -> copy(data, outputs, threads));
  }

  private static Prepared copy(MemorySegment data, List<MemorySegment> outputs, int threads) {
    // Shares begin at cache lines.
    long most = Math.ceilDiv(Math.ceilDiv(data.byteSize(), threads), CACHE_LINE) * CACHE_LINE;
    List<Runnable> shares = new ArrayList<>();
    for (long at = 0; at < data.byteSize(); at += most) {
      MemorySegment share = data.asSlice(at, Math.min(most, data.byteSize() - at));
      MemorySegment copy = outputs.getFirst().asSlice(at, share.byteSize());
      shares.add(() -> copy.copyFrom(share));
    }
    Runnable work =
        shares.size() == 1
            ? shares.getFirst()
            : () -> shares.parallelStream().forEach(Runnable::run);
    return new Prepared(work, outputs::get, () -> {});
  }

  /// True if it is Cleave.
  public boolean isOurs() {
    return role == Role.SPLITTER || role == Role.CHOICE;
  }

  /// Its name in reports: device, binding and route in three columns.
  String columns() {
    return "%-24s %-6s %s".formatted(OneLine.of(device, DEVICE), binding, route);
  }

  /// The columns that are not empty, on one line.
  @Override
  public String toString() {
    return columns().strip().replaceAll(" +", " ");
  }
}
