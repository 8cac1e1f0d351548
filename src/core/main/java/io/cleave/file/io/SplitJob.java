package io.cleave.file.io;

import io.cleave.file.format.ReadOptions;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// An input file, which of its tensors are split and how, and where the parts go. An immutable
/// value.
///
/// @param options what the file does not say of its tensors
/// @param tensors names or patterns of the tensors; empty for all
/// @param planner plans the split of a tensor, or of a window of it
/// @param target where the parts go
public record SplitJob(
    Path input,
    ReadOptions options,
    List<String> tensors,
    Function<Layout, SplitPlan> planner,
    Target target) {
  /// All tensors of a file, as it says they are.
  public static SplitJob of(Path input, Function<Layout, SplitPlan> planner, Target target) {
    return new SplitJob(input, ReadOptions.asStored(), List.of(), planner, target);
  }
}
