package io.cleave.cli.bench;

import io.cleave.text.OneLine;

/// A candidate's name, in three columns.
///
/// @param device the device that does the work
/// @param binding the OpenCL binding, or empty
/// @param route the route or method, or empty
public record Label(String device, String binding, String route) {
  /// The longest device name that is printed whole.
  private static final int DEVICE = 24;

  /// The three columns.
  String columns() {
    return "%-24s %-6s %s".formatted(OneLine.of(device, DEVICE), binding, route);
  }

  /// The columns that are not empty, on one line.
  @Override
  public String toString() {
    return columns().strip().replaceAll(" +", " ");
  }
}
