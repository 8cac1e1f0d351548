package io.cleave.opencl.route;

import io.cleave.backend.RouteName;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Chooses how a device carries a plan out. Pure: no device is touched, equal questions have equal
/// answers, and all of it is tested as a table.
///
/// ```
/// plan + placement + facts -> Job: rows, runs and offsets in bytes or bits
/// a plan that converts     -> ConversionRoutes, by the same names
/// wish, or AutoChoice      -> a RoutePlanner: CopyRoute PerPartRoute FusedRoute CompiledRoute
///                           StreamedRoute BitRoute
/// Job + RoutePlanner       -> Launches
/// ```
///
/// Immutable, so safe for use by many threads.
public final class Router {
  /// More would be tried for longer than most plans are split.
  private static final int MOST_CANDIDATES = 4;

  private final DeviceInfo facts;

  /// A router for one device.
  public Router(DeviceInfo facts) {
    this.facts = facts;
  }

  /// The route of that name, or the best one for [RouteName#AUTO]. Parts that are empty or not
  /// wanted cost nothing.
  ///
  /// @throws IllegalArgumentException if a route that was asked for does not fit; says why
  public Routing route(SplitPlan plan, Placement placement, RouteName name) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException("strings are split by the host, not by a device");
    }
    Job job = Job.of(plan, placement, facts);
    if (job.parts().isEmpty()) {
      return new Routing(
          name == RouteName.AUTO ? RouteName.FUSED : name, "nothing to move", List.of());
    }
    if (plan.converts()) {
      return converted(plan, job, name);
    }
    return route(
        job,
        name == RouteName.AUTO ? AutoChoice.of(job).getFirst() : new AutoChoice(name, "asked for"));
  }

  /// The routes that may suit best, at most [#MOST_CANDIDATES], the one of [RouteName#AUTO] first.
  /// No two of them run the same launches.
  public List<RouteName> candidates(SplitPlan plan, Placement placement) {
    if (plan.unit() == Unit.ELEMENT) {
      return List.of();
    }
    Job job = Job.of(plan, placement, facts);
    if (job.parts().isEmpty()) {
      return List.of(RouteName.FUSED);
    }
    Map<List<Launch>, RouteName> candidates = new LinkedHashMap<>();
    for (AutoChoice choice : choices(plan, job)) {
      candidates.putIfAbsent(launches(plan, job, choice.name()), choice.name());
    }
    return candidates.values().stream().limit(MOST_CANDIDATES).toList();
  }

  private static List<AutoChoice> choices(SplitPlan plan, Job job) {
    return plan.converts() ? AutoChoice.ofConverted(job) : AutoChoice.of(job);
  }

  private static List<Launch> launches(SplitPlan plan, Job job, RouteName name) {
    return plan.converts() ? convertedLaunches(plan, job, name) : planner(name).launches(job);
  }

  private static Routing converted(SplitPlan plan, Job job, RouteName name) {
    ConversionRoutes.obstacle(plan, job.facts())
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(
                  why + "; convert on the host, or split there without a conversion");
            });
    AutoChoice choice =
        name == RouteName.AUTO
            ? AutoChoice.ofConverted(job).getFirst()
            : new AutoChoice(name, "asked for");
    return new Routing(choice.name(), choice.reason(), convertedLaunches(plan, job, choice.name()));
  }

  private static List<Launch> convertedLaunches(SplitPlan plan, Job job, RouteName name) {
    return switch (name) {
      case FUSED -> ConversionRoutes.fused(plan, job);
      case PER_PART -> ConversionRoutes.perPart(plan, job);
      case COPIES, COMPILED, STREAMED, BITS ->
          throw refused(
              name,
              "it moves what is there, and this plan converts %s to %s"
                  .formatted(plan.type(), plan.partType()));
      case AUTO -> throw new IllegalStateException(name + " is no route of launches");
    };
  }

  private static IllegalArgumentException refused(RouteName name, String why) {
    return new IllegalArgumentException(
        "route %s does not fit this plan: %s; auto always fits".formatted(name, why));
  }

  private static Routing route(Job job, AutoChoice choice) {
    RoutePlanner planner = planner(choice.name());
    planner
        .refusal(job)
        .ifPresent(
            why -> {
              throw refused(choice.name(), why);
            });
    return new Routing(choice.name(), choice.reason(), planner.launches(job));
  }

  private static RoutePlanner planner(RouteName name) {
    return switch (name) {
      case COPIES -> new CopyRoute();
      case PER_PART -> new PerPartRoute();
      case FUSED -> new FusedRoute();
      case COMPILED -> new CompiledRoute(false);
      case STREAMED -> new StreamedRoute();
      case BITS -> new BitRoute();
      case AUTO -> throw new IllegalStateException(name + " is no route of launches");
    };
  }
}
