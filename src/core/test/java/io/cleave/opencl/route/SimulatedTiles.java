package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;

/// The kernels that are compiled once, for any geometry.
final class SimulatedTiles extends SimulatedKernel {
  SimulatedTiles(
      Launch.Kernel kernel,
      DeviceInfo facts,
      byte[] data,
      long dataAddress,
      IntFunction<RouterCanvas> outputs) {
    super(kernel, facts, data, dataAddress, outputs);
  }

  @Override
  void run() {
    switch (name()) {
      case "copy_rows" -> copyRows();
      case "split_tiles" -> splitTiles();
      case "split_words" -> splitWords();
      case "split_local" -> splitLocal();
      default -> splitBits();
    }
  }

  private void copyRows() {
    long at = numbers.get(0);
    long pitch = numbers.get(1);
    long to = numbers.get(2);
    long run = numbers.get(3);
    long rows = numbers.get(4);
    long tileRows = numbers.get(5);
    long segment = numbers.get(6);
    RouterCanvas part = canvases.getFirst();
    assertThat(segment % 64 == 0 || segment == run).isTrue();
    long aligned = dataAddress + at | part.address + to | run | (rows > 1 ? pitch : 0);
    assertThat(aligned % define("WORD", 1)).as("words of %s", defines).isZero();
    assertThat(!isSet("RAGGED") || define("WORD", 1) <= 4).isTrue();
    assertThat(groupsX).isEqualTo(Math.ceilDiv(run, segment));
    assertThat(groupsY).isEqualTo(Math.ceilDiv(rows, tileRows));
    for (long y = 0; y < groupsY; y++) {
      for (long row = y * tileRows; row < Math.min(rows, (y + 1) * tileRows); row++) {
        for (long x = 0; x < groupsX; x++) {
          long first = x * segment;
          long bytes = Math.min(segment, run - first);
          long from = at + row * pitch + first;
          part.copy(data, from * 8, (to + row * run + first) * 8, bytes * 8, LOW_FIRST);
        }
      }
    }
  }

  private void splitTiles() {
    long dataAt = numbers.get(0);
    long pitch = numbers.get(2);
    long rows = numbers.get(3);
    assertThat(numbers.get(1)).isBetween(dataAt + rows * pitch, (long) data.length);
    checkSegments(pieces());
    for (List<Piece> column : columns()) {
      checkSteps(column, Math.min(rows, numbers.get(4)));
      column.forEach(piece -> copyTiles(piece, dataAt, pitch, rows, numbers.get(4), 8));
    }
  }

  /// llvmpipe stops a work-item after 65535 steps: a byte of a short piece is one, as is a word of
  /// a long one, and each piece takes some ten more.
  private void checkSteps(List<Piece> column, long height) {
    if (!facts.clang()) {
      long steps = 0;
      for (Piece piece : column) {
        steps += height * (piece.width() < 2048 ? piece.width() + 10 : piece.width() / 16 + 150);
      }
      assertThat(steps).isLessThan(65_535);
    }
  }

  /// All segments of a run but the last are whole lines.
  private void checkSegments(List<Piece> pieces) {
    long done = 0;
    for (Piece piece : pieces) {
      done += piece.width();
      assertThat(done).isLessThanOrEqualTo(piece.run());
      assertThat(done == piece.run() || piece.width() % 64 == 0).isTrue();
      done = done == piece.run() ? 0 : done;
    }
  }

  private void splitWords() {
    long dataAt = numbers.get(0);
    long pitch = numbers.get(1);
    long rows = numbers.get(2);
    assertThat((dataAddress | dataAt | pitch) % 16).isZero();
    for (List<Piece> column : columns()) {
      for (Piece piece : column) {
        long aligned =
            piece.from() | piece.to() | piece.run() | piece.width() | piece.output().address;
        assertThat(aligned % 16).isZero();
        copyTiles(piece, dataAt, pitch, rows, numbers.get(3), 8);
      }
    }
  }

  private void splitLocal() {
    long dataAt = numbers.get(0);
    long pitch = numbers.get(2);
    long rows = numbers.get(3);
    long tileRows = numbers.get(4);
    long tile = define("TILE", 0);
    assertThat(numbers.get(1)).isBetween((dataAt + rows * pitch + 7) / 8, (long) data.length);
    assertThat(dataAddress % 16).isZero();
    assertThat(tile % 128).isZero();
    assertThat(tile + tile / 32 + 32).isLessThanOrEqualTo(facts.localMemory());
    for (List<Piece> column : columns()) {
      checkFits(column, Math.min(rows, tileRows), pitch, tile);
      for (Piece piece : column) {
        checkLocal(piece, dataAt, pitch);
        // Bytes of the output belong to one tile.
        assertThat(groupsY == 1 || tileRows * piece.run() % 8 == 0).isTrue();
        assertThat(piece.width() == piece.run() || rows == 1 || piece.run() % 8 == 0).isTrue();
        copyTiles(piece, dataAt, pitch, rows, tileRows, 1);
        if (endsPart(piece, rows)) {
          piece.output().pad(piece.to() * 8 + piece.width() + (rows - 1) * piece.run(), order());
        }
      }
    }
  }

  /// Whether the last byte of a part is a piece's: all but the last segment of a run are bytes.
  private boolean endsPart(Piece piece, long rows) {
    return (piece.width() + (rows - 1) * piece.run()) % 8 != 0;
  }

  private void checkFits(List<Piece> column, long height, long pitch, long tile) {
    if (isSet("WHOLE_ROWS")) {
      assertThat(groupsX).isEqualTo(1);
      assertThat(Math.ceilDiv(height * pitch, 8) + 15).isLessThanOrEqualTo(tile);
      return;
    }
    long first = column.getFirst().from();
    long behind = column.stream().mapToLong(piece -> piece.from() + piece.width()).max().orElse(0);
    assertThat(column).allMatch(piece -> piece.from() >= first);
    assertThat(column.getLast().from() + column.getLast().width()).isEqualTo(behind);
    long span = (behind - first + 254) / 128;
    assertThat(height * 16 * span).isLessThanOrEqualTo(tile);
  }

  private void checkLocal(Piece piece, long dataAt, long pitch) {
    if (isSet("WORDS")) {
      assertThat((dataAt | pitch | piece.from() | piece.run() | piece.width()) % 32).isZero();
      assertThat((piece.to() | piece.output().address) % 4).isZero();
    }
  }

  private void splitBits() {
    long dataAt = numbers.get(0);
    long pitch = numbers.get(2);
    long rows = numbers.get(3);
    List<Piece> parts = pieces();
    int[] tiles = ints();
    assertThat(groupsX).isEqualTo(tiles.length / 2L);
    assertThat(groupsY).isEqualTo(1);
    assertThat(numbers.get(1)).isBetween((dataAt + rows * pitch + 7) / 8, (long) data.length);
    assertThat(dataAddress % 8).isZero();
    assertThat(define("CHUNK", 1024) % (isSet("STREAMING") ? 8 : 1)).isZero();
    long bits = (long) group * define("CHUNK", 1024) * 64;
    for (int g = 0; g < groupsX; g++) {
      Piece part = parts.get(tiles[2 * g]);
      long lead = (part.output().address + part.to()) % 64 * 8;
      long total = rows * part.run();
      long bit = Math.max(0, tiles[2 * g + 1] * bits - lead);
      long end = Math.min(total, (tiles[2 * g + 1] + 1) * bits - lead);
      if (bit < end && end == total) {
        part.output().pad(part.to() * 8 + total, order());
      }
      while (bit < end) {
        long col = bit % part.run();
        long count = Math.min(part.run() - col, end - bit);
        long from = dataAt + bit / part.run() * pitch + part.from() + col;
        part.output().copy(data, from, part.to() * 8 + bit, count, order());
        bit += count;
      }
    }
  }
}
