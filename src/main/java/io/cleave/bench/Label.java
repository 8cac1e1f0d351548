package io.cleave.bench;

/// What a contender is called, in three columns.
///
/// @param device what does the work
/// @param binding how it is reached, or empty
/// @param route how it goes about it, or empty
public record Label(String device, String binding, String route) {
  /// The columns that are not empty, in one word each.
  @Override
  public String toString() {
    return "%s %s %s".formatted(device, binding, route).strip().replaceAll(" +", " ");
  }
}
