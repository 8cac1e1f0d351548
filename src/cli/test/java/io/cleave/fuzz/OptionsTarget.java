package io.cleave.fuzz;

import io.cleave.cli.Converters;
import io.cleave.cli.CutOptions;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.stream.Stream;
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
    CutOptions options = new CutOptions();
    CommandLine line = new CommandLine(options);
    Converters.register(line);
    Stream<String> split = Stream.of("--axis", "1", "--equal", "3");
    try {
      line.parseArgs(Stream.concat(split, Stream.of(lines.from(1))).toArray(String[]::new));
    } catch (ParameterException _) {
      return false;
    }
    SplitPlan plan = options.converted(options.cut(Layout.of(type, SHAPE), _ -> {}));
    if (plan.conversion().isEmpty()) {
      return false;
    }
    TwinCheck.requireExact(plan, input);
    return true;
  }
}
