package io.cleave.opencl.route.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.route.launch.Table.Piece;
import io.cleave.opencl.route.tile.Columns.Cut;
import io.cleave.plan.Shape;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static Columns columns(Cut cut, long... lengths) {
    return Columns.of(Groups.ofBytes(Shape.of(2, Arrays.stream(lengths).sum()), lengths), cut);
  }

  @Test
  void whatMayBeWholeIsNotCut() {
    Cut cut = new Cut(100, 64, 100, 0, false);
    List<Piece> pieces = columns(cut, 100, 101).stream().flatMap(List::stream).toList();
    assertThat(pieces).extracting(Piece::from).containsExactly(0L, 100L, 164L);
    assertThat(pieces).extracting(Piece::width).containsExactly(100, 64, 37);
  }

  /// What the parts before have counts, too.
  @Test
  void piecesOfAllPartsAreFewerThanATableHolds() {
    Cut cut = new Cut(1 << 15, 1 << 15, 1 << 15, 0, false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> columns(cut, 1 << 15, 1L << 40))
        .withMessage(
            "a table holds at most 33554432 pieces, and rows this long need more; split them in two"
                + " steps");
  }
}
