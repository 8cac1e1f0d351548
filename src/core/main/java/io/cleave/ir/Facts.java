package io.cleave.ir;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.Optional;
import java.util.stream.IntStream;

/// Element type and shape of a tensor, as far as they are known before the model runs.
///
/// @param type the element type
/// @param shape the extents
/// @param isInferred true if the shape follows from parameters, constants and splits; false if it
///   is that of a port, which OpenVINO ignores
record Facts(Optional<ElementType> type, PartialShape shape, boolean isInferred) {
  /// Neither is known.
  static final Facts NONE = new Facts(Optional.empty(), PartialShape.unknownRank(), false);

  /// Completed by those of a port.
  Facts or(Port port) {
    PartialShape filled = shape.isRankKnown() ? filled(port.shape()) : port.shape();
    return new Facts(type.or(port::type), filled, isInferred && filled.equals(shape));
  }

  private PartialShape filled(PartialShape port) {
    PartialShape filled = shape;
    int axes = port.isRankKnown() && agree(shape, port) ? shape.rank() : 0;
    for (int i = 0; i < axes; i++) {
      if (shape.min(i) == 0 && shape.max(i) == Long.MAX_VALUE) {
        filled = filled.bounded(i, port.min(i), port.max(i));
      }
    }
    return filled;
  }

  /// True if some shape fits both.
  static boolean agree(PartialShape one, PartialShape other) {
    return !one.isRankKnown()
        || !other.isRankKnown()
        || (one.rank() == other.rank()
            && IntStream.range(0, one.rank())
                .allMatch(i -> one.min(i) <= other.max(i) && other.min(i) <= one.max(i)));
  }
}
