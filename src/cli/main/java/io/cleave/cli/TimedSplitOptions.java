package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options for the splits to measure, some of the suite, or one of the user's own. By default it is
/// the whole suite.
final class TimedSplitOptions {
  private static final int MOST_SECONDS = 3600;

  @Option(names = "--only", split = ",", description = "Only these of the suite, such as A,D-hwc.")
  private List<String> only = List.of();

  @ArgGroup(exclusive = false)
  private @Nullable Own own;

  /// A split of the user's own.
  static final class Own extends CutOptions {
    @Option(names = "--shape", required = true, description = "A tensor of your own: its shape.")
    private Shape shape = Shape.of();

    @Option(names = "--type", required = true, description = "Its element type: f32, u4, ...")
    private ElementType type = ElementType.F32;

    @Option(names = "--memory", description = "Where data lies: native (the default) or heap.")
    private MemoryKind memory = MemoryKind.NATIVE;

    private TimedSplit split() {
      require(
          type != ElementType.STRING,
          "strings have no size in bytes and are split by the host alone, so that there is"
              + " nothing to measure; give another --type than string");
      return new TimedSplit("own", "", converted(cut(Layout.of(type, shape), _ -> {})), memory);
    }
  }

  /// The splits.
  ///
  /// @throws IllegalArgumentException if the options do not go together
  List<TimedSplit> splits() {
    require(
        own == null || only.isEmpty(),
        "--only is not for a split of your own; leave out the one or the other");
    return own == null ? Suite.named(only) : List.of(own.split());
  }

  /// Checks the value of `--seconds`.
  ///
  /// @throws IllegalArgumentException if it is less than the least, or more than an hour
  static void requireSeconds(double seconds, double least) {
    require(
        seconds >= least && seconds <= MOST_SECONDS,
        "--seconds must be %s %s, not %s",
        least > 0 ? "more than 0 and at most" : "0 to",
        MOST_SECONDS,
        seconds);
  }
}
