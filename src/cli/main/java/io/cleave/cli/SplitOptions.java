package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for a split of files: the tensors and a window of them, the names of the parts, and one
/// tensor of them.
public final class SplitOptions extends CutOptions {
  private static final Pattern RANGE =
      Pattern.compile("\\s*+(-?\\d{1,18})?\\s*+:\\s*+(-?\\d{1,18})?\\s*+");

  @Option(
      names = "--tensor",
      description = "Only these tensors of the file; * stands for any characters, ? for one.")
  List<String> tensors = List.of();

  @Option(
      names = "--crop",
      paramLabel = "A:B",
      split = ",",
      description =
          "Split a window: a range A:B for each axis, without steps, as NumPy slices within the"
              + " axis. Either end may be left out, negative ones are counted from the end of the"
              + " axis.")
  private List<String> crop = List.of();

  @Option(names = "--names", split = ",", description = "Names of the parts instead of 0, 1, ...")
  List<String> names = List.of();

  @Option(
      names = "--stack",
      description =
          "Make one tensor of the parts, along this new axis; where they have length 1 along the"
              + " one that is split, that one goes: [N, H, W, C] becomes [N, C, H, W] with 1.")
  private @Nullable Integer stack;

  @Option(names = "--join", description = "Make one tensor of the parts, along this axis.")
  private @Nullable Integer join;

  @Option(
      names = "--order",
      split = ",",
      description =
          "The parts that --stack and --join take, in this order, by number or by name (default:"
              + " all). Numbers such as those of --mean are in this order.")
  private @Nullable List<String> order;

  /// The names of the files of parts; empty if they are numbered, or become one tensor.
  List<String> fileNames() {
    return stack == null && join == null ? names : List.of();
  }

  /// The names of the parts in the plan's order; empty if they are numbered.
  public List<String> ordered() {
    return order == null || names.isEmpty()
        ? names
        : order.stream().map(part -> names.get(number(part))).toList();
  }

  /// Plans the split of a tensor.
  ///
  /// @param check refuses a number of parts of a tensor
  /// @throws IllegalArgumentException if options do not go together; the message has the remedy
  public Function<Layout, SplitPlan> planner(LongConsumer check) {
    require(
        stack == null || join == null,
        "--stack makes a new axis and --join takes one that is there; leave out the one or the"
            + " other");
    require(
        order == null || stack != null || join != null,
        "--order is that of the parts in one tensor; add --stack or --join, and say along which"
            + " axis");
    return data -> planned(data, check);
  }

  private SplitPlan planned(Layout whole, LongConsumer check) {
    SplitPlan plan = cut(cropped(whole), check);
    require(
        names.isEmpty() || names.size() == plan.partCount(),
        "the plan has %s parts; %s names are given, and each part needs one",
        plan.partCount(),
        names.size());
    if (order != null) {
      plan = plan.only(order.stream().mapToInt(this::number).toArray());
    }
    plan = converted(plan);
    if (stack != null) {
      return plan.stacked(stack);
    }
    return join == null ? plan : plan.joined(join);
  }

  /// The window of a tensor: a range such as `16:240`, `16:` or `:-16` for each axis.
  private Layout cropped(Layout data) {
    int rank = data.shape().rank();
    require(
        crop.isEmpty() || crop.size() == rank,
        "--crop has %s ranges, and %s has %s axes; give one for each, such as : for all of an axis",
        crop.size(),
        data,
        rank);
    Layout window = data;
    for (int axis = 0; axis < crop.size(); axis++) {
      String range = crop.get(axis);
      Matcher ends = RANGE.matcher(range);
      require(
          ends.matches(),
          "\"%s\" is not a range such as 16:240, 16:, :-16 or :",
          OneLine.excerpt(range));
      long extent = data.shape().extent(axis);
      long begin = position(ends.group(1), 0, extent);
      long end = position(ends.group(2), extent, extent);
      require(
          begin >= 0 && end <= extent && begin <= end,
          "--crop %s does not fit axis %s of %s; give a first index and the one behind the last, up"
              + " to %s",
          range,
          axis,
          data,
          extent);
      if (end - begin < extent) {
        window = window.cropped(axis, begin, end - begin);
      }
    }
    return window;
  }

  /// The index that a text means; a negative one counts from the end of the axis.
  private static long position(@Nullable String text, long usual, long extent) {
    long index = text == null ? usual : Long.parseLong(text);
    return text != null && index < 0 ? index + extent : index;
  }

  /// The number of a part that `--order` names.
  private int number(String given) {
    String part = given.strip();
    int named = names.indexOf(part);
    int number = named < 0 && part.matches("\\d{1,9}") ? Integer.parseInt(part) : named;
    require(
        number >= 0 && (names.isEmpty() || number < names.size()),
        "--order has '%s', which is no part; %s",
        OneLine.excerpt(part),
        names.isEmpty()
            ? "give their numbers from 0, or name them with --names"
            : "they are " + OneLine.excerpt(String.join(", ", names)));
    return number;
  }
}
