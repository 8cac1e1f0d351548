package io.cleave.opencl.route;

import io.cleave.backend.RouteName;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Chooses how a device carries a plan out. Pure: no device is touched, and equal questions have
/// equal answers.
///
/// Immutable, so safe for use by many threads.
public final class Router {
  /// More would be measured for longer than most plans are split.
  private static final int MOST_CANDIDATES = 4;

  private final DeviceInfo device;

  /// A router for one device.
  public Router(DeviceInfo device) {
    this.device = device;
  }

  /// The route of that name, or the best one for [RouteName#AUTO]. Parts that are empty or not
  /// wanted cost nothing.
  ///
  /// @throws IllegalArgumentException if a route that was asked for does not fit; says why
  public Routing route(SplitPlan plan, Placement placement, RouteName name) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException("strings are split by the host, not by a device");
    }
    Geometry geometry = Geometry.of(plan, placement, device);
    if (geometry.runs().isEmpty()) {
      return new Routing(
          name == RouteName.AUTO ? RouteName.FUSED : name, "nothing to move", List.of());
    }
    ConversionRoutes.obstacle(plan, device)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(
                  why + "; convert on the host, or split there without a conversion");
            });
    return new Candidates(geometry).route(name);
  }

  /// The routes that may suit best, at most [#MOST_CANDIDATES], the one of [RouteName#AUTO] first.
  /// No two of them run the same launches.
  public List<RouteName> candidates(SplitPlan plan, Placement placement) {
    if (plan.unit() == Unit.ELEMENT) {
      return List.of();
    }
    Geometry geometry = Geometry.of(plan, placement, device);
    if (geometry.runs().isEmpty()) {
      return List.of(RouteName.FUSED);
    }
    Candidates candidates = new Candidates(geometry);
    Map<List<Launch>, RouteName> different = new LinkedHashMap<>();
    for (RouteName name : candidates.names()) {
      different.putIfAbsent(candidates.launches(name), name);
    }
    return different.values().stream().limit(MOST_CANDIDATES).toList();
  }
}
