package io.cleave.cli.option;

import io.cleave.file.Limits;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say where to cut, and what becomes of the values and of the parts.
public final class SplitOptions {
  @Option(
      names = "--axis",
      required = true,
      paramLabel = "N",
      description = "The axis to split, from 0; -1 is the last one.")
  private int axis;

  @Option(
      names = "--crop",
      paramLabel = "A:B,...",
      description = {
        "Split a window: a range for each axis, without steps, as NumPy slices. Either end may be"
            + " left out, negative ones are counted from the end of the axis."
      })
  private @Nullable Crop crop;

  @ArgGroup(multiplicity = "1")
  private @Nullable CutWay way;

  @Mixin private ConversionOptions conversion = new ConversionOptions();

  @Mixin private StackOptions stacking = new StackOptions();

  /// Plans the split of a tensor.
  ///
  /// @param names the names of the parts; empty if they are numbered
  /// @param reading limits the number of parts of a tensor
  /// @throws IllegalArgumentException if options do not go together; the message has the remedy
  public Function<Layout, SplitPlan> planner(List<String> names, ReadingOptions reading) {
    conversion.check();
    stacking.check();
    CutWay chosen = Objects.requireNonNull(way, "picocli demands one");
    Limits limits = reading.limits();
    Crop window = crop;
    return whole -> {
      Layout data = window == null ? whole : window.applied(whole);
      // Counted before they are planned, since a plan takes memory for each.
      limits.requireParts(chosen.count(data.shape(), axis));
      SplitPlan plan = stacking.ordered(SplitPlan.of(data, axis, chosen.cut()), names);
      return stacking.stacked(conversion.applied(plan));
    };
  }

  /// The names of the parts that are written, in their order; empty if they are numbered.
  public List<String> ordered(List<String> names) {
    return stacking.ordered(names);
  }
}
