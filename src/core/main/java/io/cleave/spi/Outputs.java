package io.cleave.spi;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What holds for a list of outputs, whatever the outputs are.
public final class Outputs {
  private Outputs() {}

  /// The outputs as they are now: what is written to is what was checked, whatever becomes of the
  /// caller's list meanwhile. A device would go to any address that it finds there.
  ///
  /// @return of a list that does not fit the plan only as many, which [#requireCount] refuses
  public static <T> List<@Nullable T> now(SplitPlan plan, List<? extends @Nullable T> outputs) {
    int count = outputs.size();
    return count == plan.partCount() ? new ArrayList<>(outputs) : Collections.nCopies(count, null);
  }

  /// Checks that there is one output, or null, for each part.
  ///
  /// @throws IllegalArgumentException if there is not
  public static void requireCount(SplitPlan plan, List<?> outputs) {
    if (outputs.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s outputs are given (use null for a part that is not wanted)"
              .formatted(plan.partCount(), outputs.size()));
    }
  }

  /// The plan that wants exactly the parts that have an output.
  public static SplitPlan withoutAbsent(SplitPlan plan, List<?> outputs) {
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i) == null && plan.part(i).isWanted()) {
        return plan.without(absent(plan, outputs));
      }
    }
    return plan;
  }

  private static int[] absent(SplitPlan plan, List<?> outputs) {
    return plan.parts().stream()
        .filter(part -> part.isWanted() && outputs.get(part.index()) == null)
        .mapToInt(Part::index)
        .toArray();
  }

  /// The plan that wants exactly the parts that have an output and are not empty: what a device
  /// carries out, which has no memory of 0 bytes.
  public static SplitPlan moved(SplitPlan plan, List<?> outputs) {
    int[] idle =
        plan.parts().stream()
            .filter(
                part -> part.isWanted() && (part.isEmpty() || outputs.get(part.index()) == null))
            .mapToInt(Part::index)
            .toArray();
    return idle.length == 0 ? plan : plan.without(idle);
  }

  /// Checks that each part has memory of its own.
  ///
  /// @throws IllegalArgumentException if they are slices of one tensor
  public static void requireApart(SplitPlan plan) {
    if (plan.stacking().isPresent()) {
      throw new IllegalArgumentException(
          "these parts are slices of one tensor; split the StackedPlan that they belong to");
    }
  }

  /// Checks that parts may be views.
  ///
  /// @throws IllegalArgumentException if they are converted
  public static void requireViewable(SplitPlan plan) {
    if (plan.converts()) {
      throw new IllegalArgumentException(
          "a view shows the data as it is, and this plan converts it to %s; split instead"
              .formatted(plan.partType()));
    }
  }

  /// Checks that the plan wants a part that has an output.
  ///
  /// @throws IllegalArgumentException if it does not
  public static void requireWanted(Part part) {
    if (!part.isWanted()) {
      throw new IllegalArgumentException(
          "part %s is not wanted by the plan; give null for it, or use a plan that wants it"
              .formatted(part.index()));
    }
  }
}
