package io.cleave.bench.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cleave.bench.MemoryKind;
import io.cleave.bench.Subject;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometriesTest {
  private static final int MANY = 2000;
  private static final long SIZE = 256 << 10;

  private final List<Subject> many = Geometries.draw(7, SIZE, MANY);

  @Test
  void areTheSameFromTheSameSeed() {
    assertThat(Geometries.draw(7, SIZE, 50)).isEqualTo(many.subList(0, 50));
    assertThat(many).extracting(Subject::name).doesNotHaveDuplicates().contains("7-256K-12");
  }

  /// So many that no heap holds them.
  @Test
  void areDrawnWhenTheyAreAskedFor() {
    List<Subject> all = Geometries.draw(7, SIZE, Integer.MAX_VALUE);
    assertThat(all.size()).isEqualTo(Integer.MAX_VALUE);
    assertThat(all.get(MANY - 1)).isEqualTo(many.getLast());
    assertThat(all.getLast().name()).isEqualTo("7-256K-2147483646");
    assertThatThrownBy(() -> many.get(MANY)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void differFromSeedToSeedAndSizeToSize() {
    assertThat(plans(8, SIZE)).doesNotContainAnyElementsOf(plans(7, SIZE).subList(0, 20));
    assertThat(lengths(7, 2 << 20)).doesNotContainSequence(lengths(7, SIZE).subList(0, 5));
  }

  private static List<SplitPlan> plans(long seed, long bytes) {
    return Geometries.draw(seed, bytes, 40).stream().map(Subject::plan).toList();
  }

  private static List<List<Long>> lengths(long seed, long bytes) {
    return plans(seed, bytes).stream()
        .map(plan -> Arrays.stream(plan.lengths()).boxed().toList())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1, 999_999, Long.MIN_VALUE})
  void stayInTheirBounds(long seed) {
    for (long bytes : new long[] {128 << 10, SIZE, 3_000_000, 32 << 20}) {
      for (Subject subject : Geometries.draw(seed, bytes, 300)) {
        SplitPlan plan = subject.plan();
        String text = plan.toString();
        assertThat(plan.row()).as(text).isLessThanOrEqualTo(1 << 16);
        assertThat(plan.row()).as(text).isGreaterThanOrEqualTo(2 * plan.type().bits() / 8);
        assertThat(plan.partCount()).as(text).isBetween(2, 128);
        assertThat(Arrays.stream(plan.lengths()).min().orElseThrow()).as(text).isPositive();
        assertThat((double) plan.bytes() / bytes).as(text).isBetween(0.75, 1.35);
      }
    }
  }

  @Test
  void areOfAllKinds() {
    for (ElementType type :
        List.of(ElementType.U8, ElementType.F16, ElementType.F32, ElementType.I64)) {
      assertThat(share(plan -> plan.type() == type)).isCloseTo(0.25, within(0.05));
    }
    assertThat(share(plan -> plan.shape().rank() == 2)).isCloseTo(1.0 / 3, within(0.05));
    assertThat(share(plan -> plan.shape().rank() == 3 && plan.axis() == 1))
        .isCloseTo(1.0 / 3, within(0.05));
    assertThat(share(plan -> Arrays.stream(plan.lengths()).distinct().count() == 1)).isEqualTo(0.5);
    long heap = many.stream().filter(one -> one.memory() == MemoryKind.HEAP).count();
    assertThat(heap / (double) MANY).isCloseTo(0.5, within(0.05));
  }

  /// Each octave is as likely as the next, but for the shortest and the longest.
  @Test
  void haveRowsOfAllLengths() {
    for (int octave = 4; octave < 15; octave++) {
      long from = 1L << octave;
      assertThat(share(plan -> plan.row() >= from && plan.row() < 2 * from))
          .as("rows from %s bytes", from)
          .isBetween(0.03, 0.12);
    }
    assertThat(share(plan -> plan.partCount() > 64)).isBetween(0.02, 0.2);
    assertThat(share(plan -> plan.partCount() == 2)).isBetween(0.1, 0.4);
  }

  private double share(Predicate<SplitPlan> wanted) {
    return many.stream().map(Subject::plan).filter(wanted).count() / (double) MANY;
  }

  @Test
  void refuseWhatHoldsNoRows() {
    assertThatThrownBy(() -> new Survey(1, 1, List.of(SIZE, 1000L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> new Survey(1, 0, List.of(SIZE))).hasMessageContaining("not 0");
  }

  @Test
  void namesSizes() {
    assertThat(List.of(1L, 1000L, 1L << 10, 256L << 10, 1536L << 10, 2L << 20, 1L << 30))
        .extracting(Sizes::text)
        .containsExactly("1", "1000", "1K", "256K", "1536K", "2M", "1G");
  }
}
