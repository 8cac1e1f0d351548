package io.cleave.ir;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.Optional;

/// What is known of a tensor before anything runs.
///
/// @param type the element type
/// @param shape the extents
/// @param origin where the shape is known from
/// @param values the integers in it, if it is a small tensor made of constants
/// @param isMissing whether its values are in a `.bin` file that does not exist
record Facts(
    Optional<ElementType> type,
    PartialShape shape,
    Origin origin,
    Optional<IntegerInput> values,
    boolean isMissing) {
  static Facts of(Optional<ElementType> type, PartialShape shape, Origin origin) {
    return new Facts(type, shape, origin, Optional.empty(), false);
  }

  static Facts of(Port port) {
    return of(port.type(), port.shape(), Origin.PORTS);
  }

  Facts with(Optional<IntegerInput> integers) {
    return new Facts(type, shape, origin, integers, false);
  }

  Facts missing() {
    return new Facts(type, shape, origin, Optional.empty(), true);
  }

  /// Filled up with what a port says, where nothing better is known.
  Facts or(Port port) {
    boolean better = !shape.isRankKnown() && port.shape().isRankKnown();
    return new Facts(
        type.or(port::type),
        better ? port.shape() : shape,
        better ? Origin.PORTS : origin,
        values,
        isMissing);
  }
}
