package io.cleave.fuzz;

import io.cleave.cli.option.ConversionOptions;
import io.cleave.cli.option.Converters;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The options that convert, on a plan of three parts: its type in the first line, then an argument
/// a line.
final class OptionsTarget implements FuzzTarget {
  private static final Shape SHAPE = Shape.of(2, 6);

  @Override
  public boolean accepts(byte[] input) {
    Lines lines = new Lines(input);
    ElementType type = ElementType.parse(lines.line(0));
    ConversionOptions options = new ConversionOptions();
    CommandLine line = new CommandLine(options);
    Converters.register(line);
    try {
      line.parseArgs(lines.from(1));
    } catch (ParameterException _) {
      return false;
    }
    SplitPlan plan =
        SplitPlan.of(Layout.of(type, SHAPE), 1, Cut.intoEqualParts(3))
            .converted(options.conversion());
    TwinCheck.requireExact(plan, input);
    return true;
  }
}
