package io.cleave.plan;

import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which parts of a plan are wanted. An immutable value.
final class Wanted {
  private final int count;

  /// The parts that are not wanted, or null when all are.
  private final @Nullable BitSet unwanted;

  private Wanted(int count, @Nullable BitSet unwanted) {
    this.count = count;
    this.unwanted = unwanted;
  }

  /// All of so many parts.
  static Wanted all(int count) {
    return new Wanted(count, null);
  }

  /// Only these.
  ///
  /// @throws IllegalArgumentException if there is no such part
  static Wanted only(int count, int... parts) {
    Wanted all = all(count);
    BitSet skipped = new BitSet(count);
    skipped.set(0, count);
    for (int part : parts) {
      skipped.clear(all.checkedPart(part));
    }
    return all.skipping(skipped);
  }

  /// The same but for these.
  ///
  /// @throws IllegalArgumentException if there is no such part
  Wanted without(int... parts) {
    BitSet skipped = unwanted == null ? new BitSet(count) : (BitSet) unwanted.clone();
    for (int part : parts) {
      skipped.set(checkedPart(part));
    }
    return skipping(skipped);
  }

  private Wanted skipping(BitSet skipped) {
    return new Wanted(count, skipped.isEmpty() ? null : skipped);
  }

  int checkedPart(int part) {
    return checkedPart(part, count);
  }

  /// @throws IllegalArgumentException if a plan of so many parts has no such part
  static int checkedPart(int part, int count) {
    if (part < 0 || part >= count) {
      throw new IllegalArgumentException(
          "part %s does not exist; the plan has %s, counted from 0".formatted(part, count));
    }
    return part;
  }

  boolean has(int part) {
    return unwanted == null || !unwanted.get(part);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Wanted that
        && count == that.count
        && Objects.equals(unwanted, that.unwanted);
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, unwanted);
  }
}
