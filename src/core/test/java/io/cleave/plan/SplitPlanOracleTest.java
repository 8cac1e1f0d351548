package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/// Every element of every part of random plans, against an index-by-index walk that shares no
/// arithmetic with the planner.
class SplitPlanOracleTest {

  /// A random shape and cut, small enough to walk.
  static final class Case {
    private final ElementType type;
    private final long[] extents;
    private final int axis;
    private final long[] lengths;

    Case(Random random) {
      ElementType[] types = ElementType.values();
      type = types[random.nextInt(types.length)];
      extents = random.longs(1 + random.nextInt(5), 1, 7).toArray();
      if (random.nextInt(8) == 0) {
        extents[random.nextInt(extents.length)] = 0;
      }
      axis = random.nextInt(extents.length);
      lengths = new long[1 + random.nextInt(6)];
      for (long left = extents[axis]; left > 0; left--) {
        lengths[random.nextInt(lengths.length)]++;
      }
    }

    SplitPlan plan() {
      return SplitPlan.of(Layout.of(type, extents), axis, Cut.byLengths(lengths));
    }

    /// The linear index in the data of each element of a part, found by counting through the data.
    long[] elementsOf(int part) {
      long from = 0;
      for (int i = 0; i < part; i++) {
        from += lengths[i];
      }
      long[] found = new long[0];
      long[] at = new long[extents.length];
      for (long linear = 0; Arrays.stream(extents).noneMatch(e -> e == 0); linear++) {
        if (at[axis] >= from && at[axis] < from + lengths[part]) {
          found = Arrays.copyOf(found, found.length + 1);
          found[found.length - 1] = linear;
        }
        int digit = at.length - 1;
        while (digit >= 0 && ++at[digit] == extents[digit]) {
          at[digit--] = 0;
        }
        if (digit < 0) {
          break;
        }
      }
      return found;
    }

    /// How often the axis is walked, 1 where there is nothing to walk.
    int rows(int elements) {
      int rows = 1;
      for (int i = 0; i < axis && elements > 0; i++) {
        rows *= (int) extents[i];
      }
      return rows;
    }

    @Override
    public String toString() {
      return type
          + " "
          + Arrays.toString(extents)
          + " axis "
          + axis
          + " lengths "
          + Arrays.toString(lengths);
    }
  }

  @RandomTest(gate = 7, thorough = 200)
  void everyElementIsWhereTheOracleFindsIt(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 250; i++) {
      var split = new Case(random);
      check(split, split.plan(), "seed " + seed + " case " + i + ": " + split);
    }
  }

  private static void check(Case split, SplitPlan plan, String what) {
    var claimed = new BitSet();
    Geometry loops = plan.geometry();
    int bits = loops.unit() == Unit.ELEMENT ? 1 : split.type.bits();
    int unit = loops.unit() == Unit.BYTE ? 8 : 1;
    for (Part part : plan.parts()) {
      long[] expected = split.elementsOf(part.index());
      assertThat(elements(loops, part, bits, unit, expected.length))
          .as("%s part %d", what, part.index())
          .isEqualTo(expected);
      Arrays.stream(expected).forEach(e -> claimed.set((int) e));
      assertThat(part.shape().elements()).as(what).isEqualTo(expected.length);
      assertThat(part.arrayLength()).as(what).isEqualTo(expected.length);
      assertThat(part.isEmpty()).as(what).isEqualTo(expected.length == 0);
      assertThat(part.isContiguous() || loops.unit() == Unit.BIT)
          .as("%s part %d is contiguous", what, part.index())
          .isEqualTo(isGapless(expected) || loops.unit() == Unit.BIT);
      if (loops.unit() != Unit.ELEMENT) {
        assertThat(part.bytes()).as(what).isEqualTo(split.type.bytes(expected.length));
      }
    }
    assertThat(claimed.cardinality()).as(what).isEqualTo((int) plan.data().shape().elements());
    assertThat(loops.rows() * loops.row() * unit)
        .as(what)
        .isEqualTo(plan.data().shape().elements() * bits);
    assertThat(loops.levels()).as(what).isEmpty();
    assertThat(loops.unit()).as(what).isEqualTo(unitOf(split));
  }

  /// The elements of a part by the plan's rows, offset and run.
  private static long[] elements(Geometry loops, Part part, int bits, int unit, int count) {
    long[] elements = new long[count];
    int piece = 0;
    while (count > 0 && loops.output(piece) != part.index()) {
      piece++;
    }
    for (int j = 0; j < count; j++) {
      long run = loops.run(piece) * unit;
      long bit = (long) j * bits;
      long row = bit / run;
      assertThat(row).isLessThan(loops.rows());
      elements[j] = (row * loops.row() * unit + loops.offset(piece) * unit + bit % run) / bits;
    }
    return elements;
  }

  private static boolean isGapless(long[] elements) {
    return elements.length == 0
        || elements[elements.length - 1] - elements[0] == elements.length - 1;
  }

  /// Bits only if some part, in some row, begins or ends within a byte.
  private static Unit unitOf(Case split) {
    if (split.type == ElementType.STRING) {
      return Unit.ELEMENT;
    }
    for (int part = 0; part < split.lengths.length; part++) {
      long[] elements = split.elementsOf(part);
      int run = elements.length / split.rows(elements.length);
      for (int first = 0; first < elements.length; first += run) {
        long begin = elements[first] * split.type.bits();
        long end = (elements[first + run - 1] + 1) * split.type.bits();
        if (begin % 8 != 0 || end % 8 != 0) {
          return Unit.BIT;
        }
      }
    }
    return Unit.BYTE;
  }
}
