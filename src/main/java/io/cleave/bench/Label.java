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

  /// What the same one is called when it takes part once more.
  ///
  /// @param time the how manieth time it is, from 2
  public Label again(int time) {
    return new Label(device, binding, "%s #%s".formatted(route, time).strip());
  }

  /// Whether this is what [#again] gave.
  public boolean isAgain() {
    return route.matches("(.* )?#[0-9]+");
  }

  /// The columns that are not empty, in one word each.
  @Override
  public String toString() {
    return "%s %s %s".formatted(shortDevice(), binding, route).strip().replaceAll(" +", " ");
  }
}
