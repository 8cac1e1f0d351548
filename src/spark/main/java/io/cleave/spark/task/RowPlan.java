package io.cleave.spark.task;

import io.cleave.spark.column.PartCell;
import io.cleave.spark.column.RowSplit;
import java.util.List;

/// What becomes of the tensors of one layout.
///
/// @param split what splits them
/// @param cells what their parts become
record RowPlan(RowSplit split, List<PartCell> cells) {
  /// Cells for the parts of one row.
  List<PartCell.Blank> blanks() {
    return cells.stream().map(PartCell::blank).toList();
  }
}
