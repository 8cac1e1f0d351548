package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.List;
import java.util.Optional;

/// The steps of shape inference that OpenVINO takes otherwise than the specification.
interface Arithmetic {
  /// Whether data of this shape and type can be split at all.
  boolean takesData(PartialShape shape, ElementType type);

  /// Whether an axis or lengths may be of this type, known or not.
  boolean takesType(ElementType type);

  /// Whether an input has values of a type whose values cannot be read.
  boolean isUnreadable(IntegerInput input);

  /// Whether these lengths may be right on some axis.
  boolean takesLengths(long[] lengths);

  /// The values of an input that is known.
  long[] values(IntegerInput input);

  /// The extents of parts of these lengths; empty where they are refused.
  Optional<List<Extent>> extents(Extent extent, long[] lengths);

  /// The extent of each of a number of equal parts; empty where they are refused.
  Optional<Extent> divided(Extent extent, int parts);
}
