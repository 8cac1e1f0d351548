package io.cleave.conformance;

import io.cleave.operation.PartialShape;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A shape as a case spells it, before the library has had a chance to refuse it.
///
/// @param dimensions a number or an interval each; empty where not even the rank is known
record WrittenShape(Optional<List<String>> dimensions) {
  static final String UNKNOWN_RANK = "...";

  private static final Pattern EXTENT = Pattern.compile("\\d+");
  private static final Pattern UNKNOWN = Pattern.compile("-1|\\?|.*\\.\\..*");

  /// Whether the case leaves something open.
  boolean isUnknown() {
    return dimensions
        .map(list -> list.stream().anyMatch(text -> UNKNOWN.matcher(text).matches()))
        .orElse(true);
  }

  /// The number of elements, if the case says it: not if something is unknown or negative. Where it
  /// does not fit 64 bits it is any that does not, since to multiply very many extents takes
  /// quadratic time.
  Optional<BigInteger> volume() {
    return dimensions
        .filter(list -> list.stream().allMatch(text -> EXTENT.matcher(text).matches()))
        .map(WrittenShape::product);
  }

  private static BigInteger product(List<String> extents) {
    if (extents.contains("0")) {
      return BigInteger.ZERO;
    }
    BigInteger product = BigInteger.ONE;
    for (String extent : extents) {
      product = product.multiply(new BigInteger(extent));
      if (product.bitLength() > Long.SIZE) {
        break;
      }
    }
    return product;
  }

  /// The shape as the library understands it.
  ///
  /// @throws IllegalArgumentException if the library refuses a dimension
  PartialShape parse() {
    return dimensions
        .map(list -> PartialShape.parse(list.toString()))
        .orElse(PartialShape.unknownRank());
  }

  @Override
  public String toString() {
    return dimensions.map(List::toString).orElse(UNKNOWN_RANK);
  }
}
