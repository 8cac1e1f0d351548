package io.cleave.opencl.route.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Table.Piece FIRST = new Table.Piece(1L << 40, 2, 3, 4, 5);
  private static final Table.Piece SECOND = new Table.Piece(6, -7, 8, 9, 10);

  @Test
  void laysPiecesOutAsTheKernelsStructDoes() {
    ByteBuffer content = Table.ofPieces(List.of(FIRST, SECOND)).content();
    assertThat(content.remaining()).isEqualTo(64);
    assertThat(content.getLong(0)).isEqualTo(1L << 40);
    assertThat(content.getLong(8)).isEqualTo(2);
    assertThat(content.getLong(16)).isEqualTo(3);
    assertThat(content.getInt(24)).isEqualTo(4);
    assertThat(content.getInt(28)).isEqualTo(5);
    assertThat(content.getLong(32)).isEqualTo(6);
    assertThat(content.getLong(40)).isEqualTo(-7);
    assertThat(content.getInt(60)).isEqualTo(10);
  }

  @Test
  void laysIntsOutOneAfterTheOther() {
    Table table = Table.ofInts(List.of(0, 7, -1));
    assertThat(table.size()).isEqualTo(12);
    assertThat(table.content().getInt(4)).isEqualTo(7);
    assertThat(table.content().getInt(8)).isEqualTo(-1);
  }

  @Test
  void goesToNativeMemoryAsItIs() {
    Table table = Table.ofPieces(List.of(FIRST, SECOND));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = table.toNative(arena);
      assertThat(copy.isNative()).isTrue();
      assertThat(copy.address() % Long.BYTES).isZero();
      assertThat(copy.mismatch(MemorySegment.ofBuffer(table.content()))).isEqualTo(-1);
    }
  }

  @Test
  void isAValue() {
    Table table = Table.ofPieces(List.of(FIRST));
    assertThat(table)
        .isEqualTo(Table.ofPieces(List.of(FIRST)))
        .hasSameHashCodeAs(Table.ofPieces(List.of(FIRST)))
        .isNotEqualTo(Table.ofPieces(List.of(SECOND)));
  }

  @Test
  void handsOutCopiesOfItsContent() {
    Table table = Table.ofInts(List.of(1));
    table.content().putInt(0, 2);
    assertThat(table.content().getInt(0)).isEqualTo(1);
  }

  @Test
  void equalContentIsThereOnce() {
    assertThat(Table.ofInts(List.of(1, 2)))
        .isEqualTo(Table.ofInts(List.of(1, 2)))
        .hasSameHashCodeAs(Table.ofInts(List.of(1, 2)))
        .isNotEqualTo(Table.ofInts(List.of(1, 3)))
        .isNotEqualTo(List.of(1, 2));
  }
}
