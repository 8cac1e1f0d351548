/// What a column of tensors holds, and the split of one row of it. The driver asks to check what
/// was said, the tasks ask the same again: equal settings and columns make equal plans.
///
/// ```
/// Settings, the column -> TensorColumn: raw bytes, an array, a .npy file
/// a row's value        -> TensorColumn -> RowTensor: its layout, its bytes
/// Settings, a layout   -> Cut, Rules -> RowSplit: the plan of a row, of many rows; its outputs
/// memory of a part     -> PartCell: what stands in the row, and what its column says of it
/// ```
///
/// Read [RowSplit] first. Immutable values, no memory that is kept, no devices. May use: `plan`,
/// `backend`, `file.tensor`, `file.stored`, `file.npy`, the settings, Spark's types and internal
/// rows.
@NullMarked
package io.cleave.spark.column;

import org.jspecify.annotations.NullMarked;
