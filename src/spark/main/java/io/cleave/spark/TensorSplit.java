package io.cleave.spark;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.runtime.AbstractFunction1;

/// Splits the tensors in a column, each row into the same parts, which become columns:
///
/// ```java
/// images.transform(
///     TensorSplit.of("pixels").shape(224, 224, 3).type(ElementType.U8)
///         .axis(-1).cut(Cut.byLengths(1, 1, 1)).names("r", "g", "b"))
/// ```
///
/// The column is BINARY: the little-endian bytes of tensors of one shape and type, or whole `.npy`
/// files, see [#npy()]. The columns of the parts are appended; the split column stays, unless it is
/// [dropped][#drop()]. The metadata of each part's column has `tensor.type` and `tensor.shape`; a
/// column with these needs neither [#shape] nor [#type].
///
/// Rows keep their order; a null has null parts. Settings that fit no row are an
/// `AnalysisException` when the split is applied, before a task runs.
///
/// An immutable value; a setting replaces an earlier one. It is sent to tasks, which derive the
/// same plan as the driver.
public final class TensorSplit extends AbstractFunction1<Dataset<Row>, Dataset<Row>>
    implements Cloneable, Serializable {
  private static final long serialVersionUID = 1;

  final String column;
  long @Nullable [] shape;
  @Nullable ElementType type;
  boolean isNpy;
  @Nullable Integer axis;
  @Nullable Cut cut;
  String[] names = {};
  @Nullable Conversion conversion;

  /// The axis along which the parts become one tensor.
  @Nullable Integer stackAxis;

  /// True if the parts have that axis, too.
  boolean isJoined;

  boolean isDropped;
  boolean isNullOnError;

  /// Counts rows that cannot be split; null to make a counter where it is needed.
  @Nullable LongAccumulator wrong;

  private TensorSplit(String column) {
    this.column = column;
  }

  private TensorSplit with(Consumer<TensorSplit> setting) {
    try {
      TensorSplit copy = (TensorSplit) clone();
      setting.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /// Splits this column, or this field of a struct.
  public static TensorSplit of(String column) {
    return new TensorSplit(column);
  }

  /// The shape of the tensor in each row, outermost extent first.
  public TensorSplit shape(long... extents) {
    return with(copy -> copy.shape = extents.clone());
  }

  /// The type of the elements. For `.npy` files it replaces the type in the file, which must be as
  /// wide: raw bytes of two may be `BF16`.
  public TensorSplit type(ElementType elements) {
    return with(copy -> copy.type = elements);
  }

  /// Each row holds a whole `.npy` file with its own shape and type, in C or Fortran order. The
  /// parts are such files, too.
  public TensorSplit npy() {
    return with(copy -> copy.isNpy = true);
  }

  /// The axis to split, from 0; -1 is the last one.
  public TensorSplit axis(int index) {
    return with(copy -> copy.axis = index);
  }

  /// How the axis is cut.
  public TensorSplit cut(Cut by) {
    return with(copy -> copy.cut = by);
  }

  /// The columns of the parts, in order. By default they are named after the split column:
  /// `pixels_0`, `pixels_1`.
  public TensorSplit names(String... columns) {
    return with(copy -> copy.names = columns.clone());
  }

  /// Converts the values, by values for all parts or for each.
  public TensorSplit converted(Conversion by) {
    return with(copy -> copy.conversion = by);
  }

  /// Makes one tensor of the parts, along a new axis: pixels `[H, W, C]` that are split along the
  /// last axis become planes `[C, H, W]` with 0. It is in one column, named after the split one
  /// with `_stacked` appended, or by [#names].
  public TensorSplit stack(int along) {
    return one(along, false);
  }

  /// Makes one tensor of the parts, along an axis that they have. Its column is named as with
  /// [#stack], with `_joined` appended.
  public TensorSplit join(int along) {
    return one(along, true);
  }

  private TensorSplit one(int along, boolean joined) {
    return with(
        copy -> {
          copy.stackAxis = along;
          copy.isJoined = joined;
        });
  }

  /// Leaves out the column that is split.
  public TensorSplit drop() {
    return with(copy -> copy.isDropped = true);
  }

  /// Makes the parts of a row null that cannot be split, such as one of the wrong length, and
  /// counts it in an accumulator that Spark's web UI shows. By default it fails the task.
  public TensorSplit onErrorNull() {
    return with(copy -> copy.isNullOnError = true);
  }

  /// The same with an accumulator to read: `sparkContext.longAccumulator()`. As usual, a row that
  /// Spark computes twice may be counted twice.
  public TensorSplit onErrorNull(LongAccumulator counter) {
    return onErrorNull().with(copy -> copy.wrong = counter);
  }

  /// The rows with the parts.
  ///
  /// It throws an `AnalysisException` if no row can be split so; the message says what to do.
  @Override
  public Dataset<Row> apply(Dataset<Row> rows) {
    return SplitQuery.add(this, rows);
  }
}
