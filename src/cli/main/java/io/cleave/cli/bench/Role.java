package io.cleave.cli.bench;

/// The part that a candidate plays in a benchmark.
public enum Role {
  /// The baseline: a plain copy of the same bytes.
  COPY,
  /// Cleave on one device by one route.
  SPLITTER,
  /// Cleave as it chooses by itself: the default splitter, or `auto` on some device.
  CHOICE,
  /// Another library; only the maintainers' benchmarks have such candidates.
  PEER;

  /// True if it is Cleave.
  public boolean isOurs() {
    return this == SPLITTER || this == CHOICE;
  }
}
