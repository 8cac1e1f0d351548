package io.cleave.cli.option;

import io.cleave.limit.InputLimits;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options that say where to cut: an axis, and one of five ways.
public final class CutOptions {
  @Option(
      names = "--axis",
      required = true,
      paramLabel = "N",
      description = "The axis to split, from 0; -1 is the last one.")
  private long axis;

  @ArgGroup(multiplicity = "1")
  private @Nullable CutWay way;

  /// Plans the split of a tensor.
  ///
  /// @param limits says how many parts it may be cut into, which are counted before
  public SplitPlan plan(Shape shape, ElementType type, InputLimits limits) {
    CutWay chosen = Objects.requireNonNull(way, "picocli demands one");
    limits.requireParts(chosen.count(shape, axis));
    return chosen.plan(shape, type, axis);
  }
}
