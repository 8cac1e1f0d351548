package io.cleave.limits;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.math.BigInteger;
import java.util.Arrays;

/// What a split is, in numbers without end and in bits: shares no arithmetic with the planner.
final class BigSplit {
  private static final BigInteger BYTE = BigInteger.valueOf(Byte.SIZE);

  private final long[] extents;
  private final int bits;
  private final int axis;
  private final long[] lengths;

  /// @param extents of data that is not empty
  /// @param bits of an element
  /// @param axis along which it is split
  /// @param lengths of the parts
  BigSplit(long[] extents, int bits, int axis, long... lengths) {
    this.extents = extents.clone();
    this.bits = bits;
    this.axis = axis;
    this.lengths = lengths.clone();
  }

  BigInteger rows() {
    return product(0, axis);
  }

  /// The elements of one step along the axis.
  BigInteger step() {
    return product(axis + 1, extents.length);
  }

  private BigInteger product(int from, int to) {
    return Arrays.stream(extents, from, to)
        .mapToObj(BigInteger::valueOf)
        .reduce(ONE, BigInteger::multiply);
  }

  private BigInteger bitsOf(BigInteger elements) {
    return elements.multiply(BigInteger.valueOf(bits));
  }

  private static BigInteger bytes(BigInteger bits) {
    return bits.add(BYTE.subtract(ONE)).divide(BYTE);
  }

  /// Fails where a plan says anything else.
  void requireOf(SplitPlan plan) {
    assertThat(plan.lengths()).isEqualTo(lengths);
    BigInteger row = bitsOf(step().multiply(BigInteger.valueOf(extents[axis])));
    assertThat(big(plan.rows())).isEqualTo(rows());
    assertThat(big(plan.data().bytes())).isEqualTo(bytes(row.multiply(rows())));
    Geometry geometry = plan.geometry();
    assertThat(geometry.levels()).isEmpty();
    assertThat(big(geometry.rows())).isEqualTo(rows());
    assertThat(inBits(geometry, geometry.row())).isEqualTo(row);
    BigInteger start = ZERO;
    int piece = 0;
    for (Part part : plan.parts()) {
      requireOf(plan, part, start, row);
      if (lengths[part.index()] > 0) {
        requirePiece(geometry, piece++, part.index(), bitsOf(step().multiply(start)));
      }
      start = start.add(big(lengths[part.index()]));
    }
    assertThat(start).isEqualTo(big(extents[axis]));
    assertThat(geometry.pieces()).isEqualTo(piece);
  }

  private void requirePiece(Geometry geometry, int piece, int part, BigInteger offset) {
    BigInteger run = bitsOf(step().multiply(big(lengths[part])));
    String what = "piece %s of %s".formatted(piece, geometry);
    long last = geometry.rows() - 1;
    assertThat(geometry.output(piece)).as(what).isEqualTo(part);
    assertThat(geometry.slice(piece)).as(what).isEqualTo(part);
    assertThat(geometry.begin(piece)).as(what).isZero();
    assertThat(inBits(geometry, geometry.offset(piece))).as(what).isEqualTo(offset);
    assertThat(inBits(geometry, geometry.run(piece))).as(what).isEqualTo(run);
    assertThat(inBits(geometry, last * geometry.row() + geometry.offset(piece)))
        .as(what)
        .isEqualTo(
            bitsOf(step().multiply(big(extents[axis]))).multiply(rows().subtract(ONE)).add(offset));
    assertThat(inBits(geometry, last * geometry.run(piece)))
        .as(what)
        .isEqualTo(run.multiply(rows().subtract(ONE)));
  }

  private void requireOf(SplitPlan plan, Part part, BigInteger start, BigInteger row) {
    BigInteger run = bitsOf(step().multiply(big(lengths[part.index()])));
    String what = "%s of %s".formatted(part, plan.headline());
    assertThat(big(plan.positions()[part.index()])).as(what).isEqualTo(start);
    assertThat(part.shape().extents()).as(what).isEqualTo(shape(part.index()));
    BigInteger elements = rows().multiply(step()).multiply(big(lengths[part.index()]));
    BigInteger width = big(plan.partType().bits());
    assertThat(big(part.bytes())).as(what).isEqualTo(bytes(elements.multiply(width)));
    boolean isContiguous =
        run.signum() == 0
            || (plan.geometry().unit() == Unit.BYTE
                && plan.conversion().isEmpty()
                && (rows().equals(ONE) || run.equals(row)));
    assertThat(part.isContiguous()).as(what).isEqualTo(isContiguous);
    if (isContiguous && run.signum() > 0) {
      assertThat(inBits(plan.geometry(), part.offset()))
          .as(what)
          .isEqualTo(bitsOf(step().multiply(start)));
    }
  }

  private long[] shape(int part) {
    long[] shape = extents.clone();
    shape[axis] = lengths[part];
    return shape;
  }

  private static BigInteger inBits(Geometry geometry, long units) {
    return geometry.unit() == Unit.BIT ? big(units) : big(units).multiply(BYTE);
  }

  static BigInteger big(long number) {
    return BigInteger.valueOf(number);
  }
}
