package io.cleave.plan;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The loops of random plans, walked element by element, against indices of shapes that share no
/// arithmetic with them.
class GeometryTest {

  /// A random window, cut, order and stack, small enough to walk.
  private static final class Case {
    final ElementType type;
    final long[] whole;
    final long[] from;
    final long[] window;
    final long[] strides;
    final int axis;
    final long[] lengths;
    final int[] order;
    final boolean converts;

    /// How the parts are put together: not at all, stacked or joined, and along which axis.
    final int way;

    final int along;
    Layout layout;

    Case(Random random) {
      ElementType[] types = ElementType.values();
      type = random.nextBoolean() ? types[random.nextInt(types.length)] : U8;
      int rank = 1 + random.nextInt(5);
      axis = Math.max(random.nextInt(rank), random.nextInt(rank));
      lengths = new long[1 + random.nextInt(4)];
      whole = random.longs(rank, random.nextInt(2) + 1, 5).toArray();
      whole[axis] = type.isSubByte() ? 8 : lengths.length * (1 + random.nextInt(3));
      if (random.nextInt(16) == 0) {
        whole[random.nextInt(rank)] = 0;
      }
      from = new long[rank];
      window = whole.clone();
      strides = new long[rank];
      layout = Layout.of(type, whole);
      if (type != STRING && random.nextInt(3) > 0) {
        crop(random);
      }
      pitch(random, type != STRING && random.nextInt(3) == 0);
      boolean alike = random.nextInt(4) > 0 && window[axis] % lengths.length == 0;
      for (long i = 0; i < window[axis]; i++) {
        lengths[alike ? (int) (i % lengths.length) : random.nextInt(lengths.length)]++;
      }
      order = random.ints(0, lengths.length).distinct().limit(lengths.length).toArray();
      converts = type.isSubByte() ? random.nextInt(4) > 0 : random.nextInt(4) == 0;
      way = alike || random.nextInt(8) == 0 ? random.nextInt(3) : 0;
      along = random.nextInt(rank);
    }

    private void crop(Random random) {
      for (int i = 0; i <= axis; i++) {
        if (whole[i] > 0 && random.nextInt(i == axis ? 4 : 2) == 0) {
          from[i] = random.nextLong(whole[i]);
          window[i] = random.nextInt(16) == 0 ? 0 : 1 + random.nextLong(whole[i] - from[i]);
          layout = layout.cropped(i, from[i], window[i]);
        }
      }
    }

    /// In bits, or in elements of strings.
    private void pitch(Random random, boolean isPitched) {
      long dense = Math.max(1, type.bits());
      for (int i = whole.length - 1; i >= 0; i--) {
        strides[i] = dense;
        if (isPitched && i < axis && random.nextInt(3) == 0) {
          long bytes = Math.max(1, Math.ceilDiv(dense, 8) + random.nextInt(3));
          layout = layout.pitched(i, bytes);
          strides[i] = bytes * 8;
        }
        dense = strides[i] * whole[i];
      }
    }

    SplitPlan plan() {
      SplitPlan plan = SplitPlan.of(layout, axis, Cut.byLengths(lengths)).only(order);
      if (converts && isConvertible()) {
        plan = plan.converted(Conversion.to(F16));
      }
      return switch (way) {
        case 1 -> plan.stacked(along);
        case 2 -> plan.joined(along);
        default -> plan;
      };
    }

    boolean isConvertible() {
      return switch (type) {
        case F64, I64, U64, STRING -> false;
        default -> true;
      };
    }

    /// For each element of an output, in order, where it stands in the memory.
    long[] expected(SplitPlan plan, int output) {
      Shape shape = plan.part(output).shape();
      long[] found = new long[(int) shape.elements()];
      Arrays.fill(found, -1);
      for (int slice = 0; slice < order.length; slice++) {
        if (way > 0 || slice == output) {
          long[] index = new long[window.length];
          long[] extents = window.clone();
          extents[axis] = lengths[order[slice]];
          for (long left = Arrays.stream(extents).reduce(1, (a, b) -> a * b); left > 0; left--) {
            long[] goal = way == 0 ? index : goal(index, slice, extents);
            int at = 0;
            for (int i = 0; i < goal.length; i++) {
              at = at * (int) shape.extent(i) + (int) goal[i];
            }
            assertThat(found[at]).as("%s: element %s is written once", this, at).isEqualTo(-1);
            found[at] = source(index, order[slice]);
            for (int i = index.length - 1; i >= 0 && ++index[i] == extents[i]; i--) {
              index[i] = 0;
            }
          }
        }
      }
      return found;
    }

    private long source(long[] index, int cut) {
      long at = Arrays.stream(lengths).limit(cut).sum() * strides[axis];
      for (int i = 0; i < index.length; i++) {
        at += (from[i] + index[i]) * strides[i];
      }
      return at;
    }

    private long[] goal(long[] index, int slice, long[] extents) {
      if (way == 2) {
        long[] goal = index.clone();
        for (int i = 0; i < slice; i++) {
          goal[along] += along == axis ? lengths[order[i]] : extents[along];
        }
        return goal;
      }
      List<Long> goal = new ArrayList<>();
      for (int i = 0; i < index.length; i++) {
        if (i != axis || lengths[order[0]] != 1) {
          goal.add(index[i]);
        }
      }
      goal.add(along, (long) slice);
      return goal.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public String toString() {
      return "%s of %s, axis %s, lengths %s, order %s, way %s along %s, converts %s"
          .formatted(
              layout,
              Arrays.toString(whole),
              axis,
              Arrays.toString(lengths),
              Arrays.toString(order),
              way,
              along,
              converts);
    }
  }

  @RandomTest(gate = 8, thorough = 300)
  void everyElementIsWhereItsIndicesSay(long seed) {
    Random random = new Random(seed);
    int walked = 0;
    for (int i = 0; i < 1000; i++) {
      Case split;
      SplitPlan plan;
      try {
        split = new Case(random);
        plan = split.plan();
      } catch (IllegalArgumentException e) {
        assertThat(e)
            .message()
            .containsAnyOf(
                "of equal lengths",
                "whole byte",
                "within a byte",
                "is not stacked",
                "is not joined",
                "loops around its rows",
                "with a new axis");
        continue;
      }
      check(split, plan);
      walked++;
    }
    assertThat(walked).isGreaterThan(800);
  }

  private static void check(Case split, SplitPlan plan) {
    String what = split.toString();
    Geometry loops = plan.geometry();
    long scale = loops.unit() == Unit.BYTE ? 8 : 1;
    int bits = Math.max(1, split.type.bits());
    long[][] found = new long[plan.partCount()][];
    for (int i = 0; i < found.length; i++) {
      found[i] = new long[(int) plan.part(i).shape().elements()];
      Arrays.fill(found[i], -1);
    }
    long end = 0;
    for (long outer = 0; outer < loops.allRows() / Math.max(1, loops.rows()); outer++) {
      for (int piece = 0; piece < loops.pieces(); piece++) {
        long from = loops.start() + loops.offset(piece);
        long to = loops.begin(piece);
        long left = outer;
        for (int level = loops.levels().size() - 1; level >= 0; level--) {
          long count = loops.levels().get(level).count();
          from += left % count * loops.levels().get(level).stride();
          to += left % count * loops.partStride(level, piece);
          left /= count;
        }
        long[] into = found[loops.output(piece)];
        for (long row = 0; row < loops.rows(); row++) {
          for (long bit = 0; bit < loops.run(piece) * scale; bit += bits) {
            long target = (to + row * loops.run(piece)) * scale + bit;
            assertThat(target % bits).as(what).isZero();
            assertThat(into[(int) (target / bits)]).as(what).isEqualTo(-1);
            into[(int) (target / bits)] = (from + row * loops.row()) * scale + bit;
            end = Math.max(end, (from + row * loops.row()) * scale + bit + bits);
          }
        }
      }
    }
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).as("%s: part %s", what, i).isEqualTo(split.expected(plan, i));
      checkContiguity(plan, i, found[i], bits, what);
    }
    if (split.type != STRING) {
      assertThat(Math.ceilDiv(end, 8)).as(what).isLessThanOrEqualTo(plan.data().bytes());
      checkBytes(plan, what);
    }
    checkNormal(loops, what);
  }

  /// A part that can be viewed is one piece; the other way round it need not be, for bits.
  private static void checkContiguity(
      SplitPlan plan, int part, long[] found, int bits, String what) {
    boolean isOne = plan.conversion().isEmpty();
    for (int i = 1; i < found.length; i++) {
      isOne &= found[i] == found[0] + (long) i * bits;
    }
    if (found.length == 0 || plan.geometry().unit() != Unit.BIT) {
      assertThat(plan.part(part).isContiguous()).as(what).isEqualTo(isOne || found.length == 0);
    }
    if (found.length > 0 && plan.part(part).isContiguous()) {
      long unit = plan.geometry().unit() == Unit.BYTE ? 8 : 1;
      assertThat(plan.part(part).offset() * unit).as(what).isEqualTo(found[0]);
    }
  }

  private static void checkBytes(SplitPlan plan, String what) {
    Geometry loops = plan.geometry();
    long[] units = new long[plan.partCount()];
    for (int i = 0; i < loops.pieces(); i++) {
      units[loops.output(i)] += loops.run(i) * loops.allRows();
    }
    for (Part part : plan.parts()) {
      assertThat(part.bytes()).as(what).isEqualTo(loops.written(units[part.index()]));
      if (plan.conversion().isPresent()) {
        assertThat(part.arrayLength()).as(what).isEqualTo(loops.elements(units[part.index()]));
      }
    }
  }

  private static void checkNormal(Geometry loops, String what) {
    List<Geometry.Level> levels = loops.levels();
    for (int i = 0; i < levels.size(); i++) {
      assertThat(levels.get(i).count()).as(what).isGreaterThan(1);
      assertThat(i > 0 && levels.get(i - 1).holds(levels.get(i))).as(what).isFalse();
    }
    for (int i = 0; i < loops.pieces(); i++) {
      assertThat(loops.run(i)).as(what).isPositive();
      long before = i == 0 ? 0 : loops.offset(i - 1) + loops.run(i - 1);
      assertThat(loops.offset(i)).as(what).isGreaterThanOrEqualTo(before);
      assertThat(loops.offset(i) + loops.run(i)).as(what).isLessThanOrEqualTo(loops.row());
    }
  }

  private static final Layout IMAGE = Layout.of(U8, 20, 30, 3).pitched(0, 100);
  private static final Layout BATCH =
      Layout.of(U8, 5, 20, 30, 3).cropped(1, 2, 8).cropped(2, 3, 10);

  private static SplitPlan channels(Layout data) {
    return SplitPlan.of(data, -1, Cut.intoEqualParts(3));
  }

  private static void loopsAre(SplitPlan plan, long start, long rows, long row, String levels) {
    Geometry loops = plan.geometry();
    assertThat(loops.start()).isEqualTo(start);
    assertThat(loops.rows()).isEqualTo(rows);
    assertThat(loops.row()).isEqualTo(row);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < loops.levels().size(); i++) {
      Geometry.Level level = loops.levels().get(i);
      text.append("%s:%s>%s ".formatted(level.count(), level.stride(), loops.partStride(i, 0)));
    }
    assertThat(text.toString().strip()).isEqualTo(levels);
  }

  /// The table of the documentation.
  @Test
  void imagesTakeFewLoops() {
    Layout dense = Layout.of(U8, 5, 20, 30, 3);
    loopsAre(channels(dense), 0, 3000, 3, "");
    loopsAre(channels(dense).stacked(1), 0, 600, 3, "5:1800>1800");
    loopsAre(channels(IMAGE), 0, 30, 3, "20:100>30");
    loopsAre(SplitPlan.of(IMAGE, 1, Cut.intoEqualParts(2)), 0, 20, 100, "");
    loopsAre(channels(IMAGE).stacked(0), 0, 30, 3, "20:100>30");
    loopsAre(channels(BATCH), 189, 10, 3, "5:1800>80 8:90>10");
    loopsAre(channels(BATCH).stacked(1), 189, 10, 3, "5:1800>240 8:90>10");
    loopsAre(SplitPlan.of(BATCH, 2, Cut.intoEqualParts(2)), 189, 8, 90, "5:1800>120");
    SplitPlan planes = SplitPlan.of(Layout.of(U8, 5, 3, 20, 30), 1, Cut.intoEqualParts(3));
    loopsAre(planes, 0, 5, 1800, "");
    loopsAre(planes.stacked(-1), 0, 1, 1800, "5:1800>1800 600:1>3");
  }

  @Test
  void piecesAreSortedAndKnowWhereTheyGo() {
    Geometry loops = channels(IMAGE).only(2, 0).stacked(0).geometry();
    assertThat(loops.pieces()).isEqualTo(2);
    assertThat(loops.offset(0)).isZero();
    assertThat(loops.slice(0)).isEqualTo(1);
    assertThat(loops.output(0)).isZero();
    assertThat(loops.begin(0)).isEqualTo(600);
    assertThat(loops.offset(1)).isEqualTo(2);
    assertThat(loops.begin(1)).isZero();
    Geometry apart = channels(IMAGE).only(2, 0).geometry();
    assertThat(apart.output(0)).isEqualTo(1);
    assertThat(apart.begin(0)).isZero();
    assertThat(apart).hasToString("2 pieces in 20 x 30 rows of 3 bytes");
  }

  @Test
  void bytesOfConvertedUnitsAreThoseOfTheTarget() {
    Geometry bytes = channels(IMAGE).converted(Conversion.to(F32)).geometry();
    assertThat(bytes.written(6)).isEqualTo(24);
    SplitPlan packed = SplitPlan.of(Layout.of(U4, 3, 6), 1, Cut.byLengths(2, 4));
    assertThat(packed.geometry().written(2)).isEqualTo(2);
    assertThat(packed.converted(Conversion.to(F16)).geometry().written(2)).isEqualTo(8);
    SplitPlan bits = SplitPlan.of(Layout.of(U4, 3, 6), 1, Cut.byLengths(1, 5));
    assertThat(bits.geometry().written(12)).isEqualTo(2);
    assertThat(bits.converted(Conversion.to(F16)).geometry().written(12)).isEqualTo(6);
    SplitPlan strings = SplitPlan.of(Layout.of(STRING, 3, 6), 1, Cut.byLengths(1, 5));
    assertThat(strings.geometry().written(15)).isEqualTo(15);
  }

  @Test
  void plansOfDifferentShapesShareLoops() {
    Geometry one = SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(2, 4)).geometry();
    assertThat(SplitPlan.of(Layout.of(U8, 2, 2, 1, 6, 4), 3, Cut.byLengths(2, 4)).geometry())
        .isEqualTo(one)
        .hasSameHashCodeAs(one);
    assertThat(SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(2, 4)).only(1, 0).geometry())
        .isNotEqualTo(one);
    assertThat(channels(IMAGE).converted(Conversion.to(F32)).geometry())
        .isNotEqualTo(channels(IMAGE).geometry())
        .isEqualTo(channels(IMAGE).converted(Conversion.to(F32).scaled(2, 1)).geometry());
  }

  @ParameterizedTest
  @CsvSource({"'1,2,4', 3 loops", "'1,2,3,4', 4 loops"})
  void tooManyLoopsAreRefused(String axes, String loops) {
    Layout data = Layout.of(U8, 3, 4, 5, 6, 7, 8);
    for (long axis : WaysToCutTest.numbers(axes)) {
      data = data.cropped((int) axis, 1, 2);
    }
    Layout window = data;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(window, -1, Cut.intoEqualParts(8)))
        .withMessageStartingWith("u8 [3, 2, 2,")
        .withMessageContaining("strides [6720, 1680, 336, 56, 8, 1] bytes, cut along axis 5")
        .withMessageContaining("takes " + loops)
        .withMessageEndingWith("or copy it to a dense tensor first");
  }

  @Test
  void packedElementsOfTwoRowsShareNoByte() {
    Layout rows = Layout.of(U4, 4, 3, 6).pitched(0, 10);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(rows, 2, Cut.byLengths(1, 5)))
        .withMessageContaining("begin within a byte of the one before");
    loopsAre(SplitPlan.of(rows, 1, Cut.byLengths(1, 2)), 0, 4, 10, "");
    loopsAre(SplitPlan.of(rows, 2, Cut.byLengths(2, 4)), 0, 3, 3, "4:10>3");
  }

  @Test
  void dataThatIsNotDenseBehindTheAxisIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(IMAGE, 0, Cut.intoEqualParts(2)))
        .withMessage(
            "data must be dense along the cut axis 0 and behind it; u8 [20, 30, 3] from byte 0,"
                + " strides [100, 3, 1] bytes has a pitch along axis 0, so cut a later axis, or"
                + " copy it to a dense tensor first");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(BATCH, 1, Cut.intoEqualParts(2)))
        .withMessageContaining("has a pitch along axis 1,");
    loopsAre(
        SplitPlan.of(Layout.of(U8, 6, 4).cropped(0, 2, 4), 0, Cut.intoEqualParts(2)), 8, 1, 16, "");
  }
}
