package io.cleave.spark;

import java.util.Locale;

/// What can be said of a split. Its values are texts, written as on the command line; of what has
/// none there, `true` says that it is so, and `false` takes that back.
public enum Setting {
  /// The column that is split.
  COLUMN,
  /// The shape of the tensor in each row, `224,224,3`.
  SHAPE,
  /// The type of its elements, `u8`.
  TYPE,
  /// That each row holds a whole `.npy` file.
  NPY,
  /// The axis that is split.
  AXIS,
  /// The lengths of the parts.
  LENGTHS,
  /// How many parts of the same length there are.
  EQUAL,
  /// How many parts there are whose lengths differ by 1 at most.
  NEARLY_EQUAL,
  /// The length of all parts but the last.
  CHUNKS_OF,
  /// The positions before which the axis is cut.
  AT,
  /// The columns of the parts.
  NAMES,
  /// The type that the values become.
  TO,
  /// What they are multiplied by.
  SCALE,
  /// What is added to them.
  BIAS,
  /// What is subtracted from values of 0 to 1.
  MEAN,
  /// What they are divided by then.
  STD,
  /// What becomes 1 before.
  MAX,
  /// A mean and a deviation by name.
  NORMALIZE,
  /// Scales and zero points of quantised integers.
  DEQUANTIZE,
  /// The new axis along which the parts become one tensor.
  STACK,
  /// An axis that they have, along which they become one.
  JOIN,
  /// How the columns of parts hold them: `binary` or `array`.
  AS,
  /// That the column which is split is not kept.
  DROP,
  /// What becomes of a row that cannot be split: `fail` or `null`.
  ON_ERROR,
  /// The device that splits.
  DEVICE,
  /// What becomes of a task whose device fails: `cpu` or `fail`.
  ON_DEVICE_FAILURE,
  /// The bytes of data that are split at once.
  BATCH_BYTES;

  /// Whether it is said by its name alone: on the command line, it has no value.
  boolean isFlag() {
    return this == NPY || this == DROP;
  }

  /// What the option of the job is called: `--batch-bytes`.
  public String option() {
    return "--" + toString();
  }

  /// `batch-bytes`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
