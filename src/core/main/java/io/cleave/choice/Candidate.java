package io.cleave.choice;

import io.cleave.backend.Splitter;

/// One way to carry plans out, which writes the same bytes as every other one.
///
/// Safe for use by many threads.
public interface Candidate extends Named {
  /// What carries the plans out, opened when it is first asked for. The first candidate of a field
  /// opens at once; others may take their time, and are asked on a thread of the race's own.
  ///
  /// @throws RuntimeException if it cannot be opened; it then takes no part
  Splitter splitter();

  /// What it fails with: the device, say, of which it is a route.
  default String origin() {
    return name();
  }
}
