package io.cleave.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.runtime.AbstractFunction1;

/// Splits the tensors in a column, each row into the same parts, which become columns:
///
/// ```java
/// images.transform(
///     TensorSplit.of("pixels").shape("224,224,3").type("u8").axis(-1).lengths(1, 1, 1).names("r", "g", "b"))
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
/// An immutable value. Numbers of conversions are one for all parts or one for each.
public final class TensorSplit extends AbstractFunction1<Dataset<Row>, Dataset<Row>> {
  private final Settings settings;
  private final @Nullable LongAccumulator wrong;

  private TensorSplit(Settings settings, @Nullable LongAccumulator wrong) {
    this.settings = settings;
    this.wrong = wrong;
  }

  private TensorSplit with(Setting setting, Serializable value) {
    return new TensorSplit(settings.with(setting, value), wrong);
  }

  private TensorSplit withIntegers(Setting setting, long... numbers) {
    return with(setting, numbers.clone());
  }

  private TensorSplit withNumbers(Setting setting, double... numbers) {
    return with(setting, numbers.clone());
  }

  /// Splits this column.
  public static TensorSplit of(String column) {
    return new TensorSplit(Settings.of(column), null);
  }

  /// The shape of the tensor in each row, outermost extent first: `"224,224,3"`.
  public TensorSplit shape(String extents) {
    return with(Setting.SHAPE, extents);
  }

  /// The same in numbers.
  public TensorSplit shape(long... extents) {
    return shape(Arrays.stream(extents).mapToObj(Long::toString).collect(Collectors.joining(",")));
  }

  /// The type of the elements, such as `"u8"`. For `.npy` files it replaces the type in the file,
  /// which must be as wide: raw bytes of two may be `"bf16"`.
  public TensorSplit type(String type) {
    return with(Setting.TYPE, type);
  }

  /// Each row holds a whole `.npy` file with its own shape and type, in C or Fortran order. The
  /// parts are such files, too.
  public TensorSplit npy() {
    return with(Setting.NPY, true);
  }

  /// The axis to split, from 0; -1 is the last one.
  public TensorSplit axis(long axis) {
    return withIntegers(Setting.AXIS, axis);
  }

  /// Parts of these lengths; one may be -1, the rest.
  public TensorSplit lengths(long... lengths) {
    return withIntegers(Setting.LENGTHS, lengths);
  }

  /// This many parts of the same length, which must divide the axis: OpenVINO's Split-1.
  public TensorSplit equal(long count) {
    return withIntegers(Setting.EQUAL, count);
  }

  /// This many parts whose lengths differ by 1 at most, the longer ones first.
  public TensorSplit nearlyEqual(long count) {
    return withIntegers(Setting.NEARLY_EQUAL, count);
  }

  /// Parts of this length, and a shorter one for the rest.
  public TensorSplit chunksOf(long length) {
    return withIntegers(Setting.CHUNKS_OF, length);
  }

  /// Cuts before each of these positions; a negative one counts from the end.
  public TensorSplit at(long... positions) {
    return withIntegers(Setting.AT, positions);
  }

  /// The columns of the parts, in order. By default they are named after the split column:
  /// `pixels_0`, `pixels_1`.
  public TensorSplit names(String... names) {
    return with(Setting.NAMES, names.clone());
  }

  /// Converts the values: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16.
  public TensorSplit to(String type) {
    return with(Setting.TO, type);
  }

  /// Multiplies by these.
  public TensorSplit scale(double... scale) {
    return withNumbers(Setting.SCALE, scale);
  }

  /// Adds these, after [#scale].
  public TensorSplit bias(double... bias) {
    return withNumbers(Setting.BIAS, bias);
  }

  /// Subtracts these from values of 0 to 1, see [#max].
  public TensorSplit mean(double... mean) {
    return withNumbers(Setting.MEAN, mean);
  }

  /// Divides by these, after [#mean].
  public TensorSplit std(double... deviation) {
    return withNumbers(Setting.STD, deviation);
  }

  /// The value that becomes 1 before the mean is subtracted. Default: 255 for u8, 65535 for u16, 1
  /// for floats.
  public TensorSplit max(double max) {
    return withNumbers(Setting.MAX, max);
  }

  /// Mean and deviation by name: `imagenet`, `inception` or `half`.
  public TensorSplit normalize(String name) {
    return with(Setting.NORMALIZE, name);
  }

  /// Subtracts a zero point from integers and multiplies by a scale: `"0.02:128"`, or one for each
  /// part, `"0.02:128,0.1"`.
  public TensorSplit dequantize(String scales) {
    return with(Setting.DEQUANTIZE, scales);
  }

  /// Makes one tensor of the parts, along a new axis: pixels `[H, W, C]` that are split along the
  /// last axis become planes `[C, H, W]` with 0. It is in one column, named after the split one
  /// with `_stacked` appended, or by [#names].
  public TensorSplit stack(long axis) {
    return withIntegers(Setting.STACK, axis);
  }

  /// Makes one tensor of the parts, along an axis that they have.
  public TensorSplit join(long axis) {
    return withIntegers(Setting.JOIN, axis);
  }

  /// Leaves out the column that is split.
  public TensorSplit drop() {
    return with(Setting.DROP, true);
  }

  /// How a row that cannot be split is treated, such as one of the wrong length: `"fail"`, the
  /// default, fails the task; `"null"` makes its parts null and counts it in an accumulator that
  /// Spark's web UI shows.
  public TensorSplit onError(String treatment) {
    return with(Setting.ON_ERROR, treatment);
  }

  /// The same as `onError("null")`, with an accumulator to read: `sparkContext.longAccumulator()`.
  /// As usual, a row that Spark computes twice may be counted twice.
  public TensorSplit onErrorNull(LongAccumulator counter) {
    return new TensorSplit(settings.with(Setting.ON_ERROR, "null"), counter);
  }

  /// The rows with the parts.
  ///
  /// It throws an `AnalysisException` if no row can be split so; the message says what to do.
  @Override
  public Dataset<Row> apply(Dataset<Row> rows) {
    return SplitQuery.add(settings, wrong, rows);
  }
}
