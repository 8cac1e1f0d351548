package io.cleave.opencl.driver;

import io.cleave.Route;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;

/// Work of a device while its driver fails.
@SuppressWarnings("ImmutableEnumChecker") // plans are immutable
enum Work {
  /// In memory that is the device's as well.
  IN_PLACE(plan(ElementType.U8)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.inPlace(ground.device().inPlace(Route.AUTO), plan());
    }
  },
  /// In memory that is the device's as well, and has to be made visible; a slab at a time.
  VISIBLE(plan(ElementType.I32)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      Pretence device = TestSplitters.atOnce(Pretence.NONE.asAnAccelerator(), 8_000);
      return Use.inPlace(ground.device().open(device, Route.PER_PART), plan());
    }
  },
  /// A slab at a time, a kernel for each part.
  BY_THE_SLAB(plan(ElementType.F32)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.inPlace(ground.device().inPlace(Route.PER_PART, 8_000), plan());
    }
  },
  /// To memory of the device's own and back, a slab at a time.
  THERE_AND_BACK(plan(ElementType.U16)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.host(ground.device().asOnAGpu(Route.FUSED, 4_000), plan());
    }
  },
  /// Elements that begin within a byte.
  OF_BITS(plan(ElementType.U4)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.host(ground.device().asOnAGpu(Route.BITS, 1 << 20), plan());
    }
  },
  /// Bytes that become numbers.
  CONVERTED(plan(ElementType.U8).converted(Conversion.to(ElementType.F32).scaled(2, 0))) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.inPlace(ground.device().inPlace(Route.AUTO), plan());
    }
  },
  /// Windows of a batch, stacked.
  STACKED(plan(ElementType.U8)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.stack(ground.device().inPlace(Route.AUTO));
    }
  },
  /// The same, to memory of the device's own and back.
  STACKED_THERE_AND_BACK(plan(ElementType.U8)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.stack(ground.device().asOnAGpu(Route.AUTO));
    }
  },
  /// On a tensor that stays on the device.
  RESIDENT(plan(ElementType.F64)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.resident(ground.device().residence(Route.AUTO, 1 << 20), plan());
    }
  },
  /// On such a tensor, into a buffer for each part.
  RESIDENT_APART(SplitPlan.of(Layout.of(ElementType.F64, 40, 10), 1, Cut.byLengths(1, 9))) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.resident(ground.device().residence(Route.FUSED, plan().data().bytes()), plan());
    }
  },
  /// On a queue, by copies.
  QUEUED_COPIES(SplitPlan.of(Layout.of(ElementType.F32, 12, 16), 0, Cut.byLengths(2, 4, 6))) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.queue(ground.device(), Route.COPIES, plan());
    }
  },
  /// On a queue, by a kernel.
  QUEUED_KERNEL(plan(ElementType.U32)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Use.queue(ground.device(), Route.AUTO, plan());
    }
  },
  /// On a context and a queue of the user's, by copies.
  BORROWED_COPIES(SplitPlan.of(Layout.of(ElementType.F32, 12, 16), 0, Cut.byLengths(2, 4, 6))) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Borrowed.use(ground, Route.COPIES, plan());
    }
  },
  /// On a context and a queue of the user's, by a kernel.
  BORROWED_KERNEL(plan(ElementType.U32)) {
    @Override
    Use<?> open(Ground<?, ?> ground) {
      return Borrowed.use(ground, Route.AUTO, plan());
    }
  };

  private final SplitPlan plan;

  Work(SplitPlan plan) {
    this.plan = plan;
  }

  private static SplitPlan plan(ElementType type) {
    return SplitPlan.of(Layout.of(type, 400, 10), 1, Cut.byLengths(3, 1, 6));
  }

  SplitPlan plan() {
    return plan;
  }

  /// True if context and queue are the user's.
  boolean isBorrowed() {
    return this == BORROWED_COPIES || this == BORROWED_KERNEL;
  }

  /// True if all has ended when a call has returned.
  boolean isHosts() {
    return compareTo(RESIDENT) < 0;
  }

  /// Opens it.
  abstract Use<?> open(Ground<?, ?> ground);
}
