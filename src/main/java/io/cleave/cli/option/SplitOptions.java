package io.cleave.cli.option;

import io.cleave.file.Cut;
import io.cleave.file.tensor.Stack;
import io.cleave.limit.InputLimits;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/// The options that say where to cut, and what becomes of the values and of the parts.
public final class SplitOptions {
  @Mixin private CutOptions cut = new CutOptions();

  @Mixin private ConversionOptions conversion = new ConversionOptions();

  @Mixin private StackOptions stacking = new StackOptions();

  /// How tensors are split.
  ///
  /// @param names what the parts are called; empty if they are numbered
  /// @param reading says how many parts there may be of a tensor
  /// @throws IllegalArgumentException if options do not go together; the message says what to do
  public Cut cut(List<String> names, ReadingOptions reading) {
    conversion.check();
    Optional<Stack> stack = stacking.stack(names);
    InputLimits limits = reading.limits();
    Cut parts =
        (shape, type) -> {
          SplitPlan plan = cut.plan(shape, type, limits);
          // Parts that are not wanted need no values of a rule.
          return conversion.applied(stack.map(one -> one.wanted(plan)).orElse(plan));
        };
    return stack.map(parts::stacked).orElse(parts);
  }
}
