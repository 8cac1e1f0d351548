package io.cleave.opencl;

import io.cleave.backend.Route;
import io.cleave.opencl.route.job.Placement;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a plan is cut into steps that each fit the device: [Slabs] of rows, or, where not even one
/// row fits, [Pieces] of rows. Immutable values.
sealed interface Steps permits Slabs, Pieces {
  /// Steps of at most so many bytes of data, and of converted parts. They do not fit where parts
  /// begin within bytes, or are converted, and the fewest rows that are whole bytes have more.
  static Steps of(SplitPlan plan, long most) {
    Slabs slabs = Slabs.of(plan, most);
    return slabs.fit() || plan.unit() != Unit.BYTE || plan.converts()
        ? slabs
        : Pieces.of(plan, most);
  }

  /// Whether the device can do it.
  boolean fit();

  long count();

  /// The plan of one step.
  SplitPlan plan(long step);

  /// Every plan that a step has.
  Stream<SplitPlan> plans();

  /// The data of one step.
  MemorySegment data(long step, MemorySegment data);

  /// The memory of each part of a step's plan; null for a part that is not wanted or empty.
  List<@Nullable MemorySegment> parts(long step, List<? extends @Nullable MemorySegment> parts);

  /// Whether every step begins at a multiple of [Placement#ALIGNMENT] where data and parts do.
  boolean keepAlignment();

  /// The same with steps of at most so many bytes, or as few as can be.
  Steps finer(long most);

  /// A step's route as that of all.
  Route describe(Route step);
}
