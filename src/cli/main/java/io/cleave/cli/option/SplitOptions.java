package io.cleave.cli.option;

import io.cleave.file.Cut;
import io.cleave.file.tensor.Stack;
import io.cleave.limit.InputLimits;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
  private long axis;

  @ArgGroup(multiplicity = "1")
  private @Nullable CutWay way;

  @Mixin private ConversionOptions conversion = new ConversionOptions();

  @Mixin private StackOptions stacking = new StackOptions();

  /// How tensors are split.
  ///
  /// @param names the names of the parts; empty if they are numbered
  /// @param reading limits the number of parts of a tensor
  /// @throws IllegalArgumentException if options do not go together; the message has the remedy
  public Cut cut(List<String> names, ReadingOptions reading) {
    conversion.check();
    CutWay chosen = Objects.requireNonNull(way, "picocli demands one");
    Optional<Stack> stack = stacking.stack(names);
    InputLimits limits = reading.limits();
    Cut parts =
        (shape, type) -> {
          // Counted before they are planned, since a plan takes memory for each.
          limits.requireParts(chosen.count(shape, axis));
          SplitPlan plan = chosen.plan(shape, type, axis);
          // Parts that are not wanted need no values of a rule.
          return conversion.applied(stack.map(one -> one.wanted(plan)).orElse(plan));
        };
    return stack.map(parts::stacked).orElse(parts);
  }
}
