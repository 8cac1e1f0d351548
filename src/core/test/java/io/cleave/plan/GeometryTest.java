package io.cleave.plan;

import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.Refusal;
import io.cleave.spi.StridedPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The loops of random plans, walked element by element, against the indices of [StridedPlan].
class GeometryTest {
  private static final Layout IMAGE = Layout.of(U8, 20, 30, 3).pitched(0, 100);
  private static final Layout BATCH =
      Layout.of(U8, 5, 20, 30, 3).cropped(1, 2, 8).cropped(2, 3, 10);

  @RandomTest(gate = 8, thorough = 300)
  void everyElementIsWhereItsIndicesSay(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 700; i++) {
      check(StridedPlan.of(random, random.nextInt(4) == 0 ? 500 : 60));
    }
  }

  private static void check(StridedPlan strided) {
    SplitPlan plan = strided.plan();
    String what = strided.toString();
    Geometry loops = plan.geometry();
    long[][] found = walked(plan, what);
    for (Part part : plan.parts()) {
      long[] expected = strided.places(part.index());
      assertThat(found[part.index()]).as("%s: %s", what, part).isEqualTo(expected);
      checkContiguity(plan, part, expected, what);
    }
    long end = Arrays.stream(found).flatMapToLong(LongStream::of).max().orElse(-1) + 1;
    assertThat(plan.data().bytes()).as(what).isGreaterThanOrEqualTo(Math.ceilDiv(end, 8));
    checkBytes(plan, what);
    checkNormal(loops, what);
  }

  /// For each element of each part, the bit where it begins, by the loops.
  private static long[][] walked(SplitPlan plan, String what) {
    Geometry loops = plan.geometry();
    long scale = loops.unit() == Unit.BYTE ? 8 : 1;
    int bits = plan.data().type().bits();
    long[][] found = new long[plan.partCount()][];
    Arrays.setAll(found, i -> new long[(int) plan.part(i).shape().elements()]);
    Arrays.stream(found).forEach(part -> Arrays.fill(part, -1));
    for (long outer = 0; outer < loops.allRows() / Math.max(1, loops.rows()); outer++) {
      for (int piece = 0; piece < loops.pieces(); piece++) {
        long from = loops.start() + loops.offset(piece);
        long to = loops.begin(piece);
        long left = outer;
        for (int level = loops.levels().size() - 1; level >= 0; level--) {
          long count = loops.levels().get(level).count();
          from += left % count * loops.levels().get(level).stride();
          to += left % count * loops.levels().get(level).partStride(loops.run(piece));
          left /= count;
        }
        long[] into = found[loops.output(piece)];
        for (long row = 0; row < loops.rows(); row++) {
          for (long bit = 0; bit < loops.run(piece) * scale; bit += bits) {
            long target = (to + row * loops.run(piece)) * scale + bit;
            assertThat(target % bits).as(what).isZero();
            assertThat(into[(int) (target / bits)]).as(what).isEqualTo(-1);
            into[(int) (target / bits)] = (from + row * loops.row()) * scale + bit;
          }
        }
      }
    }
    return found;
  }

  /// A part that can be viewed is one piece; the other way round it need not be, for bits.
  private static void checkContiguity(SplitPlan plan, Part part, long[] places, String what) {
    int bits = plan.data().type().bits();
    boolean isOne = plan.conversion().isEmpty();
    for (int i = 1; i < places.length; i++) {
      isOne &= places[i] == places[0] + (long) i * bits;
    }
    if (places.length == 0 || plan.geometry().unit() == Unit.BYTE) {
      assertThat(part.isContiguous()).as(what).isEqualTo(isOne || places.length == 0);
    }
    if (places.length > 0 && part.isContiguous()) {
      assertThat(part.offset() * 8).as(what).isEqualTo(places[0]);
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
      assertThat(part.bytes())
          .as(what)
          .isEqualTo(Math.ceilDiv(part.shape().elements() * part.type().bits(), 8));
      assertThat(part.arrayLength()).as(what).isEqualTo(part.shape().elements());
      if (plan.conversion().isPresent()) {
        assertThat(part.arrayLength()).as(what).isEqualTo(loops.elements(units[part.index()]));
      }
    }
  }

  private static void checkNormal(Geometry loops, String what) {
    List<Geometry.Level> levels = loops.levels();
    for (int i = 0; i < levels.size(); i++) {
      assertThat(levels.get(i).count()).as(what).isGreaterThan(1);
      assertThat(i > 0 && levels.get(i - 1).continues(levels.get(i))).as(what).isFalse();
    }
    for (int i = 0; i < loops.pieces(); i++) {
      assertThat(loops.run(i)).as(what).isPositive();
      long before = i == 0 ? 0 : loops.offset(i - 1) + loops.run(i - 1);
      assertThat(loops.offset(i)).as(what).isGreaterThanOrEqualTo(before);
      assertThat(loops.offset(i) + loops.run(i)).as(what).isLessThanOrEqualTo(loops.row());
    }
  }

  private static SplitPlan channels(Layout data) {
    return SplitPlan.of(data, -1, Cut.intoEqualParts(3));
  }

  private static void loopsAre(SplitPlan plan, String expected) {
    Geometry loops = plan.geometry();
    StringBuilder text =
        new StringBuilder("%s: %s x %s".formatted(loops.start(), loops.rows(), loops.row()));
    for (Geometry.Level level : loops.levels()) {
      text.append(
          " %s:%s>%s".formatted(level.count(), level.stride(), level.partStride(loops.run(0))));
    }
    assertThat(text).hasToString(expected);
  }

  /// The table of the documentation.
  @Test
  void imagesTakeFewLoops() {
    Layout dense = Layout.of(U8, 5, 20, 30, 3);
    loopsAre(channels(dense), "0: 3000 x 3");
    loopsAre(channels(dense).stacked(1), "0: 600 x 3 5:1800>1800");
    loopsAre(channels(IMAGE), "0: 30 x 3 20:100>30");
    loopsAre(SplitPlan.of(IMAGE, 1, Cut.intoEqualParts(2)), "0: 20 x 100");
    loopsAre(channels(IMAGE).stacked(0), "0: 30 x 3 20:100>30");
    loopsAre(channels(BATCH), "189: 10 x 3 5:1800>80 8:90>10");
    loopsAre(channels(BATCH).stacked(1), "189: 10 x 3 5:1800>240 8:90>10");
    loopsAre(SplitPlan.of(BATCH, 2, Cut.intoEqualParts(2)), "189: 8 x 90 5:1800>120");
    SplitPlan planes = SplitPlan.of(Layout.of(U8, 5, 3, 20, 30), 1, Cut.intoEqualParts(3));
    loopsAre(planes, "0: 5 x 1800");
    loopsAre(planes.stacked(-1), "0: 1 x 1800 5:1800>1800 600:1>3");
    Layout rows = Layout.of(U8, 6, 4).cropped(0, 2, 4);
    loopsAre(SplitPlan.of(rows, 0, Cut.intoEqualParts(2)), "8: 1 x 16");
    Layout packed = Layout.of(U4, 4, 3, 6).pitched(0, 10);
    loopsAre(SplitPlan.of(packed, 1, Cut.byLengths(1, 2)), "0: 4 x 10");
    loopsAre(SplitPlan.of(packed, 2, Cut.byLengths(2, 4)), "0: 3 x 3 4:10>3");
  }

  @Test
  void piecesAreSortedAndKnowWhereTheyGo() {
    Geometry loops = channels(IMAGE).only(2, 0).stacked(0).geometry();
    assertThat(loops.pieces()).isEqualTo(2);
    assertThat(loops.slice(0)).isEqualTo(1);
    assertThat(loops.begin(0)).isEqualTo(600);
    Geometry apart = channels(IMAGE).only(2, 0).geometry();
    assertThat(apart.output(0)).isEqualTo(1);
  }

  private static void refuses(Layout data, int axis, Cut cut, String... words) {
    Refusal.refuses(() -> SplitPlan.of(data, axis, cut), words);
  }

  @ParameterizedTest
  @CsvSource({"'1,2,4', 3 loops", "'1,2,3,4', 4 loops"})
  void tooManyLoopsAreRefused(String axes, String loops) {
    Layout data = Layout.of(U8, 3, 4, 5, 6, 7, 8);
    for (long axis : CutTest.numbers(axes)) {
      data = data.cropped((int) axis, 1, 2);
    }
    String remedy = "or copy it to a dense tensor first";
    refuses(data, -1, Cut.intoEqualParts(8), "cut along axis 5", "takes " + loops, remedy);
  }

  @Test
  void packedElementsOfTwoRowsShareNoByte() {
    Layout rows = Layout.of(U4, 4, 3, 6).pitched(0, 10);
    refuses(rows, 2, Cut.byLengths(1, 5), "begin within a byte of the one before");
  }

  @Test
  void dataThatIsNotDenseBehindTheAxisIsRefused() {
    String remedy = "so cut a later axis, or copy it to a dense tensor first";
    refuses(IMAGE, 0, Cut.intoEqualParts(2), "dense along the cut axis 0", "along axis 0,", remedy);
    refuses(BATCH, 1, Cut.intoEqualParts(2), "has a pitch along axis 1,");
  }
}
