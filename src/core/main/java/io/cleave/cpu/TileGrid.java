package io.cleave.cpu;

/// Division of all rows into pieces of work: whole indices of the levels, or, if an index is larger
/// than a piece, some of its rows, or, if a row is, stretches of one row.
final class TileGrid {
  /// The rows of an index.
  final long rows;

  /// What a piece should not exceed, in elements.
  final long most;

  final boolean cutsRows;
  final boolean cutsIndices;
  final long rowsPerTile;
  final long tilesPerRow;
  final long tilesPerIndex;
  final long indicesPerTile;
  final long indices;
  final long tiles;

  /// @param indices those of all levels, 1 if there are none
  /// @param row the elements of a row
  TileGrid(long indices, long rows, long row, long most) {
    this.indices = indices;
    this.rows = rows;
    this.most = most;
    this.cutsRows = row > most;
    this.rowsPerTile = cutsRows ? 1 : most / Math.max(1, row);
    this.cutsIndices = rowsPerTile < rows;
    this.tilesPerRow = cutsRows ? Math.ceilDiv(row, most) : 1;
    this.tilesPerIndex = Math.ceilDiv(rows, rowsPerTile) * tilesPerRow;
    this.indicesPerTile = cutsIndices ? 1 : rowsPerTile / Math.max(1, rows);
    this.tiles = Math.ceilDiv(indices, indicesPerTile) * tilesPerIndex;
  }
}
