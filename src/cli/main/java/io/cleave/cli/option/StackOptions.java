package io.cleave.cli.option;

import io.cleave.file.tensor.Stack;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private @Nullable Long stack;

  @Option(
      names = "--join",
      paramLabel = "N",
      description = "Make one tensor of the parts, along an axis N that they have.")
  private @Nullable Long join;

  @Option(
      names = "--order",
      paramLabel = "I,J,...",
      description = {
        "Which parts --stack and --join take, and in which order, by number or by name (default:"
            + " all). Numbers such as those of --mean go with the parts as they stand in the data."
      })
  private @Nullable String order;

  /// How the parts become one tensor, if they do.
  ///
  /// @param names what the parts are called; empty if they are numbered
  /// @throws IllegalArgumentException if options do not go together; the message says what to do
  public Optional<Stack> stack(List<String> names) {
    if (stack != null && join != null) {
      throw new IllegalArgumentException(
          "--stack makes a new axis and --join takes one that is there; leave out the one or the"
              + " other");
    }
    if (stack != null) {
      return Optional.of(new Stack(Stack.Way.STACKED, stack, parts(names)));
    }
    if (join != null) {
      return Optional.of(new Stack(Stack.Way.JOINED, join, parts(names)));
    }
    if (order != null) {
      throw new IllegalArgumentException(
          "--order is that of the parts in one tensor; add --stack or --join, and say along which"
              + " axis");
    }
    return Optional.empty();
  }

  private List<Integer> parts(List<String> names) {
    List<Integer> parts = new ArrayList<>();
    if (order != null) {
      Map<String, Integer> named = new HashMap<>();
      for (int i = 0; i < names.size(); i++) {
        named.putIfAbsent(names.get(i), i);
      }
      for (String part : order.split(",", -1)) {
        Integer known = named.get(part.strip());
        parts.add(known == null ? number(part.strip(), names) : known);
      }
    }
    return parts;
  }

  private static int number(String part, List<String> names) {
    if (!part.matches("\\d{1,9}")) {
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
