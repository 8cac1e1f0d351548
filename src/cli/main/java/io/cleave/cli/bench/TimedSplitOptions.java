package io.cleave.cli.bench;

import io.cleave.cli.option.ConversionOptions;
import io.cleave.cli.option.CutWay;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options for the splits to measure, some of the suite, or one of the user's own. By default it is
/// the whole suite.
final class TimedSplitOptions {
  private static final int MOST_SECONDS = 3600;

  @Option(names = "--only", split = ",", description = "Only these of the suite, such as A,D-hwc.")
  private @Nullable List<String> only;

  @ArgGroup(exclusive = false)
  private @Nullable Own own;

  /// A split of the user's own.
  static final class Own {
    @Option(names = "--shape", required = true, description = "A tensor of your own: its shape.")
    private Shape shape = Shape.of();

    @Option(names = "--type", required = true, description = "Its element type: f32, u4, ...")
    private ElementType type = ElementType.F32;

    @Option(
        names = "--axis",
        required = true,
        description = "The axis to split, from 0; -1 is the last one.")
    private int axis;

    @Option(
        names = "--memory",
        description = "Where data and parts lie: native (the default), or heap, which is arrays.")
    private MemoryKind memory = MemoryKind.NATIVE;

    @ArgGroup(multiplicity = "1")
    private @Nullable CutWay way;

    @ArgGroup(exclusive = false)
    private @Nullable ConversionOptions conversion;

    private TimedSplit split() {
      if (type == ElementType.STRING) {
        throw new IllegalArgumentException(
            "strings have no size in bytes and are split by the host alone, so that nothing is to"
                + " be measured or chosen; give another --type than string");
      }
      CutWay cut = Objects.requireNonNull(way, "picocli demands one");
      SplitPlan plan = SplitPlan.of(Layout.of(type, shape), axis, cut.cut());
      if (conversion != null) {
        conversion.check();
        plan = conversion.applied(plan);
      }
      TimedSplit split = new TimedSplit("own", "", plan, memory);
      split.requireRoom();
      return split;
    }
  }

  /// The splits.
  ///
  /// @throws IllegalArgumentException if the options do not go together
  List<TimedSplit> splits() {
    if (own != null && only != null) {
      throw new IllegalArgumentException(
          "--only is not for a split of your own; leave out the one or the other");
    }
    if (own != null) {
      return List.of(own.split());
    }
    return only == null ? Suite.all() : only.stream().map(Suite::find).toList();
  }

  /// The value of `--seconds`.
  ///
  /// @throws IllegalArgumentException if it is less than the least, or more than an hour
  static Duration duration(double seconds, double least) {
    if (!(seconds >= least && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "--seconds must be %s %s, not %s"
              .formatted(least > 0 ? "more than 0 and at most" : "0 to", MOST_SECONDS, seconds));
    }
    return Duration.ofNanos((long) (seconds * 1e9));
  }
}
