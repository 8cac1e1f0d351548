package io.cleave.cli.option;

import io.cleave.limit.InputLimits;
import java.util.List;
import picocli.CommandLine.Option;

/// The option that says how much an input may take that nobody trusts.
public final class LimitOptions {
  @Option(
      names = "--limit",
      paramLabel = "WHAT=N",
      split = ",",
      description = {
        "Refuse an input that takes more: header=BYTES, what it says of itself (default:"
            + " 100000000); data=BYTES, what its tensors unpack to; parts=N, what it is cut into."
      })
  private List<String> limits = List.of();

  /// The limits.
  ///
  /// @throws IllegalArgumentException if there is none of that name, or the value is no number
  public InputLimits limits() {
    InputLimits set = InputLimits.usual();
    for (String limit : limits) {
      int at = limit.indexOf('=');
      set = with(set, limit, limit.substring(0, Math.max(0, at)), limit.substring(at + 1));
    }
    return set;
  }

  private static InputLimits with(InputLimits set, String whole, String name, String value) {
    return switch (name) {
      case "header" -> set.withHeader(number(whole, value));
      case "data" -> set.withData(number(whole, value));
      case "parts" -> set.withParts(number(whole, value));
      default ->
          throw new IllegalArgumentException(
              "--limit '%s' is none of header=BYTES, data=BYTES and parts=N".formatted(whole));
    };
  }

  private static long number(String whole, String value) {
    try {
      return ByteCount.parse(value).bytes();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--limit '%s' needs a number such as 4096, 64M or 2G behind its =".formatted(whole), e);
    }
  }
}
