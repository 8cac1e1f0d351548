package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Inference by the specification, in numbers of any size. Refuses what cannot be right.
final class ExactArithmetic implements Arithmetic {
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  @Override
  public boolean takesData(PartialShape shape, ElementType type) {
    if (!shape.isRankKnown()) {
      return true;
    }
    return shape.rank() > 0 && (!shape.isKnown() || fits(shape, type));
  }

  /// Whether the data's bits can be counted. To multiply very many extents takes quadratic time.
  private static boolean fits(PartialShape known, ElementType type) {
    if (IntStream.range(0, known.rank()).anyMatch(axis -> known.min(axis) == 0)) {
      return true;
    }
    BigInteger bits = BigInteger.valueOf(Math.max(1, type.bits()));
    for (int axis = 0; axis < known.rank(); axis++) {
      bits = bits.multiply(BigInteger.valueOf(known.min(axis)));
      if (bits.compareTo(MOST) > 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean takesType(ElementType type) {
    return switch (type) {
      case I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> true;
      default -> false;
    };
  }

  @Override
  public boolean isUnreadable(IntegerInput input) {
    return false;
  }

  @Override
  public long[] values(IntegerInput input) {
    return input.values();
  }

  @Override
  public boolean takesLengths(long[] lengths) {
    return Arrays.stream(lengths).allMatch(length -> length >= -1)
        && Arrays.stream(lengths).filter(length -> length == -1).count() <= 1
        && sum(lengths).compareTo(MOST) <= 0;
  }

  private static BigInteger sum(long[] lengths) {
    return Arrays.stream(lengths)
        .filter(length -> length >= 0)
        .mapToObj(BigInteger::valueOf)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  @Override
  public Optional<List<Extent>> extents(Extent extent, long[] lengths) {
    BigInteger min = BigInteger.valueOf(extent.min());
    BigInteger sum = sum(lengths);
    boolean open = Arrays.stream(lengths).anyMatch(length -> length == -1);
    boolean fits =
        takesLengths(lengths)
            && sum.compareTo(BigInteger.valueOf(extent.max())) <= 0
            && (open || sum.compareTo(min) >= 0);
    if (!fits) {
      return Optional.empty();
    }
    Extent rest = extent.isKnown() ? Extent.of(min.subtract(sum).longValueExact()) : Extent.UNKNOWN;
    return Optional.of(
        Arrays.stream(lengths)
            .mapToObj(length -> length == -1 ? rest : Extent.of(length))
            .toList());
  }

  @Override
  public Optional<Extent> divided(Extent extent, int parts) {
    BigInteger by = BigInteger.valueOf(parts);
    BigInteger min = BigInteger.valueOf(extent.min());
    BigInteger max = BigInteger.valueOf(extent.max());
    boolean fits = extent.isKnown() ? min.mod(by).signum() == 0 : max.compareTo(by) >= 0;
    boolean bounded = extent.isKnown() || max.compareTo(MOST) < 0;
    return fits
        ? Optional.of(
            new Extent(
                min.divide(by).longValueExact(),
                bounded ? max.divide(by).longValueExact() : Long.MAX_VALUE))
        : Optional.empty();
  }
}
