package io.cleave.ir.infer;

import io.cleave.plan.Dimension;
import io.cleave.plan.PartialShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells the lengths of a split from the shapes of its data and of its parts.
public final class PortLengths {
  private final PartialShape data;
  private final List<PartialShape> parts;

  private PortLengths(PartialShape data, List<PartialShape> parts) {
    this.data = data;
    this.parts = parts;
  }

  /// The lengths, if the data can only have been cut along one axis, and they are known there. A
  /// part that is all of the data may have been cut along any.
  public static Optional<long[]> of(PartialShape data, List<PartialShape> parts) {
    boolean ranked =
        data.isRankKnown()
            && parts.stream().allMatch(part -> part.isRankKnown() && part.rank() == data.rank());
    return ranked && !parts.isEmpty() ? new PortLengths(data, parts).only() : Optional.empty();
  }

  private Optional<long[]> only() {
    List<Integer> possible = new ArrayList<>();
    for (int axis = 0; axis < data.rank(); axis++) {
      if (isPossible(axis)) {
        possible.add(axis);
      }
    }
    if (possible.size() != 1) {
      return Optional.empty();
    }
    int axis = possible.getFirst();
    return parts.stream().allMatch(part -> part.dimension(axis).isKnown())
        ? Optional.of(parts.stream().mapToLong(part -> part.dimension(axis).min()).toArray())
        : Optional.empty();
  }

  private boolean isPossible(int axis) {
    for (int i = 0; i < data.rank(); i++) {
      Dimension whole = data.dimension(i);
      int at = i;
      if (i != axis && !parts.stream().allMatch(part -> part.dimension(at).equals(whole))) {
        return false;
      }
    }
    return sumFits(axis);
  }

  /// Whether the parts together may be the data, as far as bounds tell. Extents are not negative.
  private boolean sumFits(int axis) {
    Dimension whole = data.dimension(axis);
    long room = whole.max();
    long wanting = whole.min();
    for (PartialShape part : parts) {
      room -= part.dimension(axis).min();
      wanting -= Math.min(wanting, part.dimension(axis).max());
      if (room < 0) {
        return false;
      }
    }
    return wanting == 0;
  }
}
