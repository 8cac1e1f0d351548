package io.cleave.opencl.route.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.route.launch.Table;
import io.cleave.plan.Shape;
import org.junit.jupiter.api.Test;

class BitTilesTest {
  private static BitTiles tiles(Shape shape, long words, long... lengths) {
    return new BitTiles(Groups.ofBits(shape, lengths), words);
  }

  /// A part may begin 48 bytes behind a multiple of 64: these words are the tiles of 128 MiB.
  @Test
  void asManyAsATableHoldsAreTaken() {
    long most = (8L << 27) - 48;
    assertThat(tiles(Shape.of(1, most * 8), 1, -1).count()).isEqualTo(1 << 27);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tiles(Shape.of(1, most * 8 + 1), 1, -1))
        .withMessage(
            "a table holds at most 134217728 tiles of 8 bytes; split fewer rows at a time");
  }

  /// Tile i of part 0 begins in row i, that of part 1 in row i / 2.
  @Test
  void tilesComeInTheOrderOfTheirRows() {
    BitTiles tiles = tiles(Shape.of(6, 192), 1, 64, 128);
    assertThat(tiles.count()).isEqualTo(12 + 18);
    assertThat(tiles.table().content().limit(80))
        .isEqualTo(
            Table.ofInts(0, 0, 1, 0, 1, 1, 0, 1, 1, 2, 1, 3, 0, 2, 1, 4, 1, 5, 0, 3).content());
  }

  /// More rows than there are numbers beside those of the tiles.
  @Test
  void tilesOfManyRowsComeInTheirOrderToo() {
    BitTiles tiles = tiles(Shape.of(1L << 50, 3), 1L << 40, 1, 2);
    assertThat(tiles.table().content().limit(48))
        .isEqualTo(Table.ofInts(0, 0, 1, 0, 1, 1, 0, 1, 1, 2, 1, 3).content());
  }
}
