package io.cleave.cpu;

/// Division of all rows into tasks: whole indices of the levels, or, if an index is larger than a
/// task, some of its rows, or, if a row is, stretches of one row.
final class TaskGrid {
  /// Most elements of a task.
  final long most;

  final boolean cutsRows;
  final long rowsPerTask;
  final long tasksPerRow;
  final long tasksPerIndex;
  final long indicesPerTask;
  final long tasks;

  /// @param indices those of all levels, 1 if there are none
  /// @param rows the rows of an index
  /// @param row the elements of a row
  TaskGrid(long indices, long rows, long row, long most) {
    this.most = most;
    this.cutsRows = row > most;
    this.rowsPerTask = cutsRows ? 1 : most / Math.max(1, row);
    this.tasksPerRow = cutsRows ? Math.ceilDiv(row, most) : 1;
    this.tasksPerIndex = Math.ceilDiv(rows, rowsPerTask) * tasksPerRow;
    this.indicesPerTask = rowsPerTask < rows ? 1 : rowsPerTask / Math.max(1, rows);
    this.tasks = Math.ceilDiv(indices, indicesPerTask) * tasksPerIndex;
  }
}
