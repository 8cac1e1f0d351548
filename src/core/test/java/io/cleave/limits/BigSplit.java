package io.cleave.limits;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(inBits(plan, plan.row())).isEqualTo(row);
    assertThat(big(plan.bytes())).isEqualTo(bytes(row.multiply(rows())));
    BigInteger start = ZERO;
    for (Part part : plan.parts()) {
      requireOf(plan, part, start, row);
      start = start.add(BigInteger.valueOf(part.length()));
    }
    assertThat(start).isEqualTo(big(extents[axis]));
  }

  private void requireOf(SplitPlan plan, Part part, BigInteger start, BigInteger row) {
    BigInteger run = bitsOf(step().multiply(big(lengths[part.index()])));
    BigInteger offset = bitsOf(step().multiply(start));
    long last = plan.rows() - 1;
    String what = "%s of %s".formatted(part, plan.headline());
    assertThat(big(part.start())).as(what).isEqualTo(start);
    assertThat(part.shape().extents()).as(what).isEqualTo(shape(part.index()));
    assertThat(inBits(plan, part.offset())).as(what).isEqualTo(offset);
    assertThat(inBits(plan, part.run())).as(what).isEqualTo(run);
    assertThat(inBits(plan, part.size())).as(what).isEqualTo(run.multiply(rows()));
    assertThat(inBits(plan, part.inData(last)))
        .as(what)
        .isEqualTo(row.multiply(rows().subtract(ONE)).add(offset));
    assertThat(inBits(plan, part.inPart(last)))
        .as(what)
        .isEqualTo(run.multiply(rows().subtract(ONE)));
    BigInteger elements = rows().multiply(step()).multiply(big(lengths[part.index()]));
    BigInteger width = big(plan.partType().bits());
    assertThat(big(part.bytes())).as(what).isEqualTo(bytes(elements.multiply(width)));
    assertThat(part.isContiguous())
        .as(what)
        .isEqualTo(
            run.signum() == 0
                || (plan.unit() == Unit.BYTE
                    && !plan.converts()
                    && (rows().equals(ONE) || run.equals(row))));
  }

  private long[] shape(int part) {
    long[] shape = extents.clone();
    shape[axis] = lengths[part];
    return shape;
  }

  private static BigInteger inBits(SplitPlan plan, long units) {
    return plan.unit() == Unit.BIT ? big(units) : big(units).multiply(BYTE);
  }

  static BigInteger big(long number) {
    return BigInteger.valueOf(number);
  }
}
