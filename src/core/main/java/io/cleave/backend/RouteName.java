package io.cleave.backend;

import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The routes that can be asked for by name.
public enum RouteName {
  /// The route that suits plan and device best.
  AUTO,
  /// A plain buffer copy for each part.
  COPIES,
  /// A kernel launch for each part.
  PER_PART,
  /// One kernel launch for all parts.
  FUSED,
  /// One kernel launch for all parts, compiled for the very geometry.
  COMPILED,
  /// One kernel launch for all parts, whose stores bypass the caches.
  STREAMED,
  /// One kernel launch for all parts that counts bits.
  BITS;

  /// Reads a route's name as an option spells it, such as `per-part`.
  ///
  /// @throws IllegalArgumentException if there is no such route; the message lists all
  public static RouteName parse(String name) {
    return Arrays.stream(values())
        .filter(route -> route.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "route \"%s\" is not known; use one of %s"
                        .formatted(
                            OneLine.of(name, 60),
                            Arrays.stream(values())
                                .map(RouteName::toString)
                                .collect(Collectors.joining(" ")))));
  }

  /// The name as an option spells it: `per-part`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
