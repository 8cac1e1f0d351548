package io.cleave.cpu;

/// Division of the data into tiles: some whole rows each, or, if a row is longer than a tile,
/// stretches of one row.
///
/// @param rows all rows
/// @param row the bytes of one, or its elements
/// @param tileBytes what a tile should not exceed, in the same unit
record TileGrid(long rows, long row, long tileBytes) {
  boolean cutsRows() {
    return row > tileBytes;
  }

  long rowsPerTile() {
    return cutsRows() ? 1 : tileBytes / Math.max(1, row);
  }

  long tilesPerRow() {
    return cutsRows() ? Math.ceilDiv(row, tileBytes) : 1;
  }

  long tiles() {
    return cutsRows() ? rows * tilesPerRow() : Math.ceilDiv(rows, rowsPerTile());
  }

  /// The first row of a tile of whole rows.
  long firstRow(long tile) {
    return tile * rowsPerTile();
  }

  /// The rows of a tile of whole rows.
  long rowsOf(long tile) {
    return Math.min(rowsPerTile(), rows - firstRow(tile));
  }
}
