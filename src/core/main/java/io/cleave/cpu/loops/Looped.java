package io.cleave.cpu.loops;

/// What works by a loop that is slow until HotSpot has compiled it.
public interface Looped {
  /// That of the loop.
  Gate gate();
}
