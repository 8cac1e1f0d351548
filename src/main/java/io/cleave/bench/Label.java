package io.cleave.bench;

/// What a contender is called, in three columns.
///
/// @param device what does the work
/// @param binding how it is reached, or empty
/// @param route how it goes about it, or empty
public record Label(String device, String binding, String route) {
  /// What a driver calls a processor can be longer than a line.
  private static final int DEVICE = 24;

  /// The device, cut off where it is too long for a column.
  public String shortDevice() {
    return device.length() <= DEVICE ? device : device.substring(0, DEVICE - 3) + "...";
  }

  /// The columns that are not empty, in one word each.
  @Override
  public String toString() {
    return "%s %s %s".formatted(shortDevice(), binding, route).strip().replaceAll(" +", " ");
  }
}
