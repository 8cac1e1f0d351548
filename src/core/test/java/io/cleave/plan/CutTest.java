package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Cuts as values. What they mean is in [WaysToCutTest].
class CutTest {
  private static List<Cut> all() {
    return List.of(
        Cut.byLengths(3),
        Cut.byLengths(1, -1),
        Cut.intoEqualParts(3),
        Cut.inChunksOf(3),
        Cut.atIndices(3),
        Cut.atIndices(1, -1),
        Cut.nearlyEqual(3),
        Cut.nearlyEqual(4));
  }

  @Test
  void areEqualIfTheySayTheSame() {
    for (int i = 0; i < all().size(); i++) {
      for (int j = 0; j < all().size(); j++) {
        assertThat(all().get(i).equals(all().get(j))).isEqualTo(i == j);
      }
      assertThat(all().get(i)).hasSameHashCodeAs(all().get(i));
    }
  }

  @Test
  void sayHowTheyCut() {
    assertThat(Cut.byLengths(1, -1)).hasToString("by lengths [1, -1]");
    assertThat(Cut.intoEqualParts(3)).hasToString("into equal parts [3]");
    assertThat(Cut.nearlyEqual(3)).hasToString("into nearly equal parts [3]");
  }

  @Test
  void fitAnyExtent() {
    Cut halves = Cut.nearlyEqual(2);
    assertThat(SplitPlan.of(Layout.of(ElementType.U8, 7), 0, halves).lengths())
        .containsExactly(4, 3);
    assertThat(SplitPlan.of(Layout.of(ElementType.U8, 2, 8), 1, halves).lengths())
        .containsExactly(4, 4);
  }
}
