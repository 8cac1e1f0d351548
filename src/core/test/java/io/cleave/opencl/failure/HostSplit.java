package io.cleave.opencl.failure;

import io.cleave.backend.RouteName;
import io.cleave.opencl.failure.HostTrial.Place;
import io.cleave.opencl.failure.HostTrial.Work;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;

/// The ways in which host memory is split by a device, each with little of it.
@SuppressWarnings("ImmutableEnumChecker") // plans are immutable
enum HostSplit {
  IN_PLACE(true, Place.ALIGNED, RouteName.AUTO, 10_000, HostTrial.parts(Plans.BYTES)),
  IN_PLACE_BY_THE_SLAB(true, Place.ALIGNED, RouteName.PER_PART, 1400, HostTrial.parts(Plans.BYTES)),
  ODD(true, Place.ODD, RouteName.AUTO, 1400, HostTrial.parts(Plans.BYTES)),
  THERE_BY_THE_SLAB(false, Place.ALIGNED, RouteName.PER_PART, 1400, HostTrial.parts(Plans.BYTES)),
  STAGED_BY_THE_SLAB(false, Place.HEAP, RouteName.AUTO, 1400, HostTrial.parts(Plans.BYTES)),
  BITS_BY_THE_SLAB(true, Place.ALIGNED, RouteName.AUTO, 400, HostTrial.parts(Plans.BITS)),
  STAGED_BITS(false, Place.HEAP, RouteName.AUTO, 400, HostTrial.parts(Plans.BITS)),
  CONVERTED(true, Place.ALIGNED, RouteName.AUTO, 50_000, HostTrial.parts(Plans.CONVERTED)),
  STACKED(true, Place.ALIGNED, RouteName.AUTO, 10_000, HostTrial.stack(Plans.thirds()));

  /// What is split.
  private static final class Plans {
    /// Three slabs where the device takes a third of it.
    static final SplitPlan BYTES =
        SplitPlan.byLengths(Shape.of(400, 10), ElementType.U8, 1, 3, 0, 7, 0);

    static final SplitPlan BITS = SplitPlan.byLengths(Shape.of(390, 5), ElementType.U4, 1, 2, 3);

    static final SplitPlan CONVERTED =
        SplitPlan.byLengths(Shape.of(400, 10), ElementType.U8, 1, 3, 5, 2)
            .converted(Conversion.to(ElementType.F32).scale(2));

    /// All rows in one piece, as a device makes them however few they are.
    static StackedPlan thirds() {
      return SplitPlan.intoEqualParts(Shape.of(400, 9), ElementType.U8, 1, 3).stacked(0, 2, 1, 0);
    }
  }

  private final HostTrial trial;

  HostSplit(boolean shares, Place place, RouteName route, long slabBytes, Work work) {
    this.trial = new HostTrial(shares, place, route, slabBytes, work);
  }

  HostTrial trial() {
    return trial;
  }
}
