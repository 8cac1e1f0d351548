package io.cleave.cli.option;

import io.cleave.file.Limits;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options for a split: the axis and its cut, the conversion, and one tensor of the parts.
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

  @Option(
      names = "--stack",
      paramLabel = "N",
      description = {
        "Make one tensor of the parts, along a new axis N; where they have length 1 along the one"
            + " that is split, that one goes: [N, H, W, C] becomes [N, C, H, W] with 1."
      })
  private @Nullable Integer stack;

  @Option(
      names = "--join",
      paramLabel = "N",
      description = "Make one tensor of the parts, along an axis N that they have.")
  private @Nullable Integer join;

  @Option(
      names = "--order",
      paramLabel = "I,J,...",
      description = {
        "The parts that --stack and --join take, in this order, by number or by name (default:"
            + " all). Numbers such as those of --mean are in this order."
      })
  private @Nullable String order;

  /// Plans the split of a tensor.
  ///
  /// @param names the names of the parts; empty if they are numbered
  /// @param reading limits the number of parts of a tensor
  /// @throws IllegalArgumentException if options do not go together; the message has the remedy
  public Function<Layout, SplitPlan> planner(List<String> names, ReadingOptions reading) {
    conversion.check();
    if (stack != null && join != null) {
      throw new IllegalArgumentException(
          "--stack makes a new axis and --join takes one that is there; leave out the one or the"
              + " other");
    }
    if (order != null && stack == null && join == null) {
      throw new IllegalArgumentException(
          "--order is that of the parts in one tensor; add --stack or --join, and say along which"
              + " axis");
    }
    CutWay chosen = Objects.requireNonNull(way, "picocli demands one");
    Limits limits = reading.limits();
    Crop window = crop;
    return whole -> {
      Layout data = window == null ? whole : window.applied(whole);
      // Counted before they are planned, since a plan takes memory for each.
      limits.requireParts(chosen.count(data.shape(), axis));
      SplitPlan all = SplitPlan.of(data, axis, chosen.cut());
      SplitPlan plan = conversion.applied(order == null ? all : all.only(parts(order, names)));
      if (stack != null) {
        return plan.stacked(stack);
      }
      return join == null ? plan : plan.joined(join);
    };
  }

  /// The names of the parts that are written, in their order; empty if they are numbered.
  public List<String> ordered(List<String> names) {
    return order == null || names.isEmpty()
        ? names
        : Arrays.stream(parts(order, names)).mapToObj(names::get).toList();
  }

  private static int[] parts(String order, List<String> names) {
    return Arrays.stream(order.split(",", -1))
        .map(String::strip)
        .mapToInt(part -> names.contains(part) ? names.indexOf(part) : number(part, names))
        .toArray();
  }

  private static int number(String part, List<String> names) {
    if (!part.matches("\\d{1,9}") || (!names.isEmpty() && Integer.parseInt(part) >= names.size())) {
      throw new IllegalArgumentException(
          "--order has '%s', which is no part; %s"
              .formatted(
                  OneLine.excerpt(part),
                  names.isEmpty()
                      ? "give their numbers from 0, or name them with --names"
                      : "they are " + OneLine.excerpt(String.join(", ", names))));
    }
    return Integer.parseInt(part);
  }
}
