package io.cleave.plan;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What becomes of the parts of a plan. An immutable value.
///
/// @param wanted which of them there are
/// @param conversion what becomes of their values; null where they are moved as they are
/// @param stacking how they stand in one tensor; null where each has memory of its own
record Treatment(Wanted wanted, @Nullable Conversion conversion, @Nullable Stacking stacking) {
  /// All of so many parts, as they are.
  static Treatment asTheyAre(int parts) {
    return new Treatment(Wanted.all(parts), null, null);
  }

  /// Only these, each in memory of its own.
  Treatment of(Wanted those) {
    return new Treatment(those, conversion, null);
  }

  /// The same, converted otherwise, each in memory of its own.
  Treatment by(Conversion other) {
    return new Treatment(wanted, other, null);
  }

  /// The same in one tensor.
  Treatment in(Stacking one) {
    return new Treatment(wanted, conversion, one);
  }

  /// The same of some of the rows, which no longer stand as all do.
  Treatment ofSomeRows() {
    return new Treatment(wanted, conversion, null);
  }

  /// Not of what is wanted: plans that differ in nothing else are to meet in one place of a memo.
  @Override
  public int hashCode() {
    return Objects.hash(conversion, stacking);
  }
}
