package io.cleave.opencl.route.tile;

import io.cleave.backend.Device;
import io.cleave.backend.Device.Kind;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Job;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.route.launch.OutputGroup;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// The parts of plans, on a GPU.
final class Groups {
  private static final DeviceFacts FACTS =
      new DeviceFacts(
          new Device(Kind.GPU, "Some", "one", 2, 64L << 30),
          "OpenCL 3.0",
          128,
          16L << 30,
          48 << 10,
          256,
          false,
          true);

  private Groups() {}

  static OutputGroup ofBits(Shape shape, long... lengths) {
    return OutputGroup.of(job(shape, ElementType.U1, lengths).inBits()).getFirst();
  }

  static OutputGroup ofBytes(Shape shape, long... lengths) {
    return OutputGroup.of(job(shape, ElementType.U8, lengths)).getFirst();
  }

  private static Job job(Shape shape, ElementType type, long... lengths) {
    SplitPlan plan = SplitPlan.byLengths(shape, type, 1, lengths);
    return Job.of(plan, new Placement(0, Placement.Separate.AT_ZERO), FACTS);
  }
}
