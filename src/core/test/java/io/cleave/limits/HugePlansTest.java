package io.cleave.limits;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plans of tensors around 2 to the power of 31, 32 and 63 elements, bytes and bits, whichever
/// dimension makes them so large: every number of every part is right, or the plan is refused.
class HugePlansTest {
  private static final long MAX = Long.MAX_VALUE;
  private static final long[][] OTHERS = {{1, 1}, {2, 3}, {5, 8}};
  private static final List<ElementType> TARGETS =
      List.of(ElementType.F16, ElementType.F32, ElementType.F64);

  /// A shape of three extents that is cut along the second.
  private record Huge(long outer, long along, long inner) {
    Layout layout(ElementType type) {
      return Layout.of(type, outer, along, inner);
    }

    SplitPlan plan(ElementType type, Cut cut) {
      return SplitPlan.of(layout(type), 1, cut);
    }

    boolean fits(int bits) {
      return LongStream.of(outer, along, inner, bits)
              .mapToObj(BigInteger::valueOf)
              .reduce(BigInteger.ONE, BigInteger::multiply)
              .bitLength()
          < Long.SIZE;
    }
  }

  /// Each power of two, of each unit, one below, at and one above, along each dimension, between
  /// small others.
  private static Set<Huge> all(ElementType type) {
    Set<Huge> all = new LinkedHashSet<>();
    for (int power : new int[] {31, 32, 63}) {
      for (int unit : new int[] {type.bits(), 1, Byte.SIZE}) {
        for (int delta = -1; delta <= 1; delta++) {
          long large =
              BigInteger.TWO
                  .pow(power)
                  .multiply(BigInteger.valueOf(unit))
                  .divide(BigInteger.valueOf(type.bits()))
                  .add(BigInteger.valueOf(delta))
                  .min(BigInteger.valueOf(MAX))
                  .longValueExact();
          for (long[] others : OTHERS) {
            all.add(new Huge(large, others[0], others[1]));
            all.add(new Huge(others[0], large, others[1]));
            all.add(new Huge(others[0], others[1], large));
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(names = {"U1", "U2", "U3", "U4", "U6", "U8", "F16", "F32", "F64"})
  void haveTheRightNumbersOrAreRefused(ElementType type) {
    int planned = 0;
    for (Huge huge : all(type)) {
      if (huge.fits(type.bits())) {
        cuts(huge, type);
        converts(huge, type);
        slabs(huge, type);
        stacks(huge, type);
        planned++;
      } else {
        assertThatIllegalArgumentException()
            .as("%s", huge)
            .isThrownBy(() -> huge.plan(type, Cut.byLengths(-1)))
            .withMessageMatching(".*more than 9223372036854775807 (elements|bits); split a.*");
      }
    }
    assertThat(planned).isGreaterThan(30);
  }

  private static void cuts(Huge huge, ElementType type) {
    long extent = huge.along;
    require(huge, huge.plan(type, Cut.byLengths(-1)), extent);
    require(huge, huge.plan(type, Cut.byLengths(1, -1, 0)), 1, extent - 1, 0);
    Cut beyond = Cut.atIndices(Long.MIN_VALUE, 1, extent, MAX);
    require(huge, huge.plan(type, beyond), 0, 1, extent - 1, 0, 0);
    long half = extent - extent / 2;
    require(huge, huge.plan(type, Cut.nearlyEqual(2)), half, extent - half);
  }

  /// What comes out may be larger than the data.
  private static void converts(Huge huge, ElementType type) {
    for (ElementType target : type == ElementType.F64 ? List.<ElementType>of() : TARGETS) {
      SplitPlan plan = huge.plan(type, Cut.byLengths(1, -1));
      if (huge.fits(target.bits())) {
        SplitPlan converted = plan.converted(Conversion.to(target));
        require(huge, converted, 1, huge.along - 1);
        assertThat(converted.toString()).contains(" bytes of " + target);
      } else {
        String rule = "of %s take more than %s bits; split a smaller".formatted(target, MAX);
        refuses(() -> plan.converted(Conversion.to(target)), rule);
      }
    }
  }

  /// What a device takes at a time.
  private static void slabs(Huge huge, ElementType type) {
    SplitPlan plan = huge.plan(type, Cut.byLengths(1, -1));
    for (long rows : new long[] {1, plan.rows() / 2, plan.rows() - 1, plan.rows()}) {
      if (rows > 0) {
        require(new Huge(rows, huge.along, huge.inner), plan.slab(rows), 1, huge.along - 1);
      }
    }
  }

  /// Fails where a plan says anything else than exact arithmetic, in bits.
  private static void require(Huge huge, SplitPlan plan, long... lengths) {
    int bits = plan.data().type().bits();
    long step = Math.multiplyExact(huge.inner, bits);
    long row = Math.multiplyExact(step, huge.along);
    assertThat(plan.lengths()).isEqualTo(lengths);
    assertThat(plan.rows()).isEqualTo(huge.outer);
    assertThat(plan.data().bytes())
        .isEqualTo(Math.ceilDiv(Math.multiplyExact(row, huge.outer), Byte.SIZE));
    Geometry loops = plan.geometry();
    assertThat(loops.levels()).isEmpty();
    assertThat(loops.rows()).isEqualTo(huge.outer);
    assertThat(inBits(loops, loops.row())).isEqualTo(row);
    long start = 0;
    int piece = 0;
    for (Part part : plan.parts()) {
      long length = lengths[part.index()];
      String what = "%s of %s".formatted(part, plan.headline());
      assertThat(plan.positions()[part.index()]).as(what).isEqualTo(start);
      assertThat(part.shape().extents()).as(what).containsExactly(huge.outer, length, huge.inner);
      long elements = Math.multiplyExact(huge.outer * huge.inner, length);
      assertThat(part.bytes())
          .as(what)
          .isEqualTo(Math.ceilDiv(Math.multiplyExact(elements, plan.partType().bits()), Byte.SIZE));
      boolean isWhole = huge.outer == 1 || length == huge.along;
      boolean isView = loops.unit() == Unit.BYTE && plan.conversion().isEmpty();
      assertThat(part.isContiguous()).as(what).isEqualTo(length == 0 || (isWhole && isView));
      if (length > 0) {
        long last = (loops.rows() - 1) * loops.row() + loops.offset(piece);
        assertThat(loops.output(piece)).as(what).isEqualTo(part.index());
        assertThat(loops.begin(piece)).as(what).isZero();
        assertThat(inBits(loops, loops.offset(piece))).as(what).isEqualTo(step * start);
        assertThat(inBits(loops, loops.run(piece))).as(what).isEqualTo(step * length);
        assertThat(inBits(loops, last)).as(what).isEqualTo(row * (huge.outer - 1) + step * start);
        if (part.isContiguous()) {
          assertThat(inBits(loops, part.offset())).as(what).isEqualTo(step * start);
        }
        piece++;
      }
      start += length;
    }
    assertThat(start).isEqualTo(huge.along);
    assertThat(loops.pieces()).isEqualTo(piece);
  }

  private static long inBits(Geometry loops, long units) {
    return loops.unit() == Unit.BIT ? units : Math.multiplyExact(units, Byte.SIZE);
  }

  private static void stacks(Huge huge, ElementType type) {
    ElementType target = type.isSubByte() ? ElementType.F16 : type;
    if (huge.fits(target.bits()) && huge.along % 2 == 0) {
      SplitPlan plan = huge.plan(type, Cut.intoEqualParts(2));
      plan = type == target ? plan : plan.converted(Conversion.to(target));
      for (int axis = 0; axis < 3; axis++) {
        requireStack(plan.stacked(axis));
        requireStack(plan.joined(axis));
      }
    }
  }

  /// The last chunk of the last slice ends with the result.
  private static void requireStack(SplitPlan stack) {
    Geometry loops = stack.geometry();
    long end = Math.addExact(loops.begin(1), Math.multiplyExact(loops.rows(), loops.run(1)));
    for (int i = 0; i < loops.levels().size(); i++) {
      long steps = loops.levels().get(i).count() - 1;
      end =
          Math.addExact(
              end, Math.multiplyExact(steps, loops.levels().get(i).partStride(loops.run(1))));
    }
    long width = stack.partType().bits() / Byte.SIZE;
    assertThat(loops.written(end))
        .as("%s", stack)
        .isEqualTo(stack.part(0).bytes())
        .isEqualTo(Math.multiplyExact(stack.part(0).shape().elements(), width));
  }
}
