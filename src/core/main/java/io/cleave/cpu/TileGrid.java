package io.cleave.cpu;

/// Division of all rows into pieces of work: whole indices of the levels, or, if an index is larger
/// than a piece, some of its rows, or, if a row is, stretches of one row.
final class TileGrid {
  /// Most elements of a piece.
  final long most;

  final boolean cutsRows;
  final long rowsPerTile;
  final long tilesPerRow;
  final long tilesPerIndex;
  final long indicesPerTile;
  final long tiles;

  /// @param indices those of all levels, 1 if there are none
  /// @param rows the rows of an index
  /// @param row the elements of a row
  TileGrid(long indices, long rows, long row, long most) {
    this.most = most;
    this.cutsRows = row > most;
    this.rowsPerTile = cutsRows ? 1 : most / Math.max(1, row);
    this.tilesPerRow = cutsRows ? Math.ceilDiv(row, most) : 1;
    this.tilesPerIndex = Math.ceilDiv(rows, rowsPerTile) * tilesPerRow;
    this.indicesPerTile = rowsPerTile < rows ? 1 : rowsPerTile / Math.max(1, rows);
    this.tiles = Math.ceilDiv(indices, indicesPerTile) * tilesPerIndex;
  }
}
