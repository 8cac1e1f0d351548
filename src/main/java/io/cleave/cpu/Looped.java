package io.cleave.cpu;

/// What works by a loop that is slow until HotSpot has compiled it.
public interface Looped {
  /// That of the loop.
  Gate gate();
}
