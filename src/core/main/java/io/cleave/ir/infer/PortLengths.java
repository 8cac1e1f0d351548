package io.cleave.ir.infer;

import io.cleave.operation.PartialShape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
    int[] possible = candidates().filter(this::sumFits).limit(2).toArray();
    if (possible.length != 1) {
      return Optional.empty();
    }
    int axis = possible[0];
    return parts.stream().allMatch(part -> Extent.of(part, axis).isKnown())
        ? Optional.of(parts.stream().mapToLong(part -> part.min(axis)).toArray())
        : Optional.empty();
  }

  /// The axes beside which all parts are as the data is: any, where no part differs from it.
  private IntStream candidates() {
    int[] differing = IntStream.range(0, data.rank()).filter(this::isChanged).limit(2).toArray();
    return switch (differing.length) {
      case 0 -> IntStream.range(0, data.rank());
      case 1 -> IntStream.of(differing);
      default -> IntStream.empty();
    };
  }

  private boolean isChanged(int axis) {
    Extent whole = Extent.of(data, axis);
    return !parts.stream().allMatch(part -> Extent.of(part, axis).equals(whole));
  }

  /// Whether the parts together may be the data, as far as bounds tell. Extents are not negative.
  private boolean sumFits(int axis) {
    long room = data.max(axis);
    long wanting = data.min(axis);
    for (PartialShape part : parts) {
      room -= part.min(axis);
      wanting -= Math.min(wanting, part.max(axis));
      if (room < 0) {
        return false;
      }
    }
    return wanting == 0;
  }
}
