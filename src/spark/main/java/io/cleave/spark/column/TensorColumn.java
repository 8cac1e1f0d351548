package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructField;

/// What a column holds in each row that is not null.
public sealed interface TensorColumn permits RawColumn, ArrayColumn, NpyColumn {
  /// What this column holds, after all that was said of it.
  ///
  /// @throws IllegalArgumentException if that cannot be; the message says what to do
  static TensorColumn of(Settings settings, StructField column) {
    if (column.dataType() instanceof BinaryType) {
      return settings.has(Setting.NPY) ? NpyColumn.of(settings) : RawColumn.of(settings, column);
    }
    if (column.dataType() instanceof ArrayType array
        && ArrayElements.of(array.elementType()).isPresent()
        && !settings.has(Setting.NPY)) {
      return ArrayColumn.of(settings, column, array);
    }
    throw new IllegalArgumentException(
        settings.has(Setting.NPY)
            ? "whole .npy files are BINARY, not %s"
                .formatted(Settings.excerpt(column.dataType().sql()))
            : "tensors are BINARY or arrays of numbers, not %s; cast the column or choose another"
                .formatted(Settings.excerpt(column.dataType().sql())));
  }

  /// What every row holds, if that is known before.
  Optional<Layout> layout();

  /// What one row holds.
  ///
  /// @param row in Spark's internal form
  /// @param column where it stands; not null
  /// @return it, whose memory may be that of the row
  /// @throws WrongRowException if it is no such tensor
  RowTensor read(InternalRow row, int column);

  /// How parts stand in a row where nothing else was asked for.
  Container container();

  /// How tensors stand in a row.
  enum Container {
    /// Bare bytes, BINARY.
    BINARY,
    /// An array.
    ARRAY,
    /// A `.npy` file, BINARY.
    NPY
  }
}
