package io.cleave.cli.option;

import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that make one tensor of the parts.
public final class StackOptions {
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
        "Which parts --stack and --join take, and in which order, by number or by name (default:"
            + " all). Numbers such as those of --mean are in this order."
      })
  private @Nullable String order;

  /// Refuses options that do not go together.
  ///
  /// @throws IllegalArgumentException if some do not; the message says what to do
  void check() {
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
  }

  /// The plan of the parts that are taken.
  ///
  /// @param names what the parts of the plan are called; empty if they are numbered
  /// @throws IllegalArgumentException if one of them does not exist
  SplitPlan ordered(SplitPlan plan, List<String> names) {
    return order == null ? plan : plan.only(parts(order, names));
  }

  /// The plan whose parts are one tensor, if that is asked for.
  ///
  /// @throws IllegalArgumentException if they do not fit each other
  SplitPlan stacked(SplitPlan plan) {
    if (stack != null) {
      return plan.stacked(stack);
    }
    return join == null ? plan : plan.joined(join);
  }

  /// The names of the parts that are taken, in their order; empty if they are numbered.
  List<String> ordered(List<String> names) {
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
