package io.cleave.cli.bench;

import io.cleave.cli.option.ConversionOptions;
import io.cleave.cli.option.CutWay;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options for the splits to measure: some of the suite, one of the user's own, or, by default, the
/// whole suite.
final class TimedSplitOptions {
  private static final int MOST_SECONDS = 3600;

  @Option(
      names = "--only",
      paramLabel = "A,B,...",
      description = "Only these of the suite, by letter or name.")
  private @Nullable String only;

  @Option(
      names = "--shape",
      paramLabel = "A,B,...",
      description = "A tensor of your own: its shape.")
  private @Nullable Shape shape;

  @Option(
      names = "--type",
      paramLabel = "T",
      description = "Its element type: f32, u4, boolean, ...")
  private @Nullable ElementType type;

  @Option(
      names = "--axis",
      paramLabel = "N",
      description = "The axis to split, from 0; -1 is the last one.")
  private @Nullable Integer axis;

  @Option(
      names = "--memory",
      paramLabel = "M",
      description = "Where data and parts lie: native (the default), or heap, which is arrays.")
  private @Nullable MemoryKind memory;

  @ArgGroup private @Nullable CutWay way;

  @Mixin private ConversionOptions conversion = new ConversionOptions();

  /// The splits.
  ///
  /// @throws IllegalArgumentException if the options do not go together
  List<TimedSplit> splits() {
    conversion.check();
    boolean isAny =
        Stream.of(shape, type, axis, way, memory).anyMatch(Objects::nonNull)
            || conversion.areGiven();
    if (!isAny) {
      return only == null
          ? Suite.all()
          : Arrays.stream(only.split(",", -1)).map(Suite::find).toList();
    }
    if (shape == null || type == null || axis == null || way == null) {
      throw new IllegalArgumentException(
          "a split of your own needs --shape, --type, --axis and one of --lengths --equal"
              + " --nearly-equal --chunks-of --at");
    }
    if (only != null) {
      throw new IllegalArgumentException(
          "--only is not for a split of your own; leave out the one or the other");
    }
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException(
          "strings have no size in bytes and are split by the host alone, so that nothing is to be"
              + " measured or chosen; give another --type than string");
    }
    SplitPlan plan = conversion.applied(SplitPlan.of(Layout.of(type, shape), axis, way.cut()));
    TimedSplit own = new TimedSplit("own", "", plan, memory == null ? MemoryKind.NATIVE : memory);
    own.requireRoom();
    return List.of(own);
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
