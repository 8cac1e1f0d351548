package io.cleave.opencl.route;

import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Plans that convert, on a device. Each element is read once and written once, whatever the route.
public final class ConversionRoutes {
  private ConversionRoutes() {}

  /// Why a device cannot convert so that every bit is right, as a sentence without an end; empty if
  /// it can.
  public static Optional<String> obstacle(SplitPlan plan, DeviceInfo facts) {
    return plan.converts() && Recipe.of(plan, facts).needsExactFloats() && !facts.exactFloats()
        ? Optional.of(
            "device %s does not round or keep small numbers in single precision as the conversion of %s to %s is defined"
                .formatted(facts.device().name(), plan.type(), plan.partType()))
        : Optional.empty();
  }

  /// One launch for all parts, or as few as outputs allow.
  ///
  /// @param job the plan's, on the device that it is planned for
  public static List<Launch> fused(SplitPlan plan, Job job) {
    Job bits = job.inBits();
    return launches(plan, bits, OutputGroup.of(bits));
  }

  /// A launch for each part.
  ///
  /// @param job the plan's, on the device that it is planned for
  public static List<Launch> perPart(SplitPlan plan, Job job) {
    Job bits = job.inBits();
    return launches(plan, bits, OutputGroup.ofEach(bits));
  }

  private static List<Launch> launches(SplitPlan plan, Job job, List<OutputGroup> groups) {
    Recipe recipe = Recipe.of(plan, job.facts());
    List<Launch> launches = new ArrayList<>(groups.size());
    for (OutputGroup group : groups) {
      boolean local = !job.isOnCpu() && ConvertedLocal.fits(recipe, group);
      launches.addAll(
          local
              ? new ConvertedLocal(recipe, group).launches()
              : new ConvertedTiles(recipe, group).launches());
    }
    return launches;
  }
}
