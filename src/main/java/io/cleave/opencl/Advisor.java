package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.choice.ResidentChoice;
import io.cleave.choice.TuningFile;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.KernelSource;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// Knows what `cleave tune` found for data that lives on a device.
///
/// Immutable, so safe for use by many threads.
final class Advisor {
  private static final long MOST_ALIGNMENT = 256;

  private final DeviceFacts facts;
  private final TuningFile records;

  Advisor(DeviceFacts facts, TuningFile records) {
    this.facts = facts;
    this.records = records;
  }

  /// One who knows what is recorded on this machine, unless nobody is to look.
  static Advisor usual(DeviceFacts facts) {
    return new Advisor(facts, TuningFile.usual());
  }

  /// One who knows nothing.
  static Advisor none(DeviceFacts facts) {
    return new Advisor(facts, TuningFile.none());
  }

  /// The route that was found to be the fastest; [RouteName#AUTO] if none was.
  RouteName advise(SplitPlan plan, Placement placement, Router router) {
    if (records.size() == 0) {
      return RouteName.AUTO;
    }
    List<ResidentChoice.Known> ways =
        router.candidates(plan, placement).stream()
            .map(route -> new ResidentChoice.Known(route.toString(), revision()))
            .toList();
    return ResidentChoice.recorded(records, device(), plan, text(placement), ways)
        .map(RouteName::parse)
        .orElse(RouteName.AUTO);
  }

  String device() {
    return facts.device().name();
  }

  /// What the speed of the routes depends on.
  String revision() {
    return revision(facts);
  }

  static String revision(DeviceFacts facts) {
    return "%s, driver %s, kernels %s"
        .formatted(facts.device(), facts.version(), KernelSource.checksum());
  }

  /// Where data and parts are, as far as speed depends on it.
  static String text(Placement placement) {
    String parts =
        switch (placement.target()) {
          case Placement.Packed _ -> "one buffer";
          case Placement.Separate _ -> "buffers";
          case Placement.Addressed _ -> "addresses";
        };
    long alignment = Long.lowestOneBit(placement.dataAt() | MOST_ALIGNMENT);
    return "device to %s, data at a multiple of %s".formatted(parts, alignment);
  }
}
