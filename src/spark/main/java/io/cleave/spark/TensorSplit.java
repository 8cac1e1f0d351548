package io.cleave.spark;

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
/// The column is BINARY with the bytes of a tensor, little-endian, or an array of numbers or
/// booleans, or BINARY with whole `.npy` files, see [#npy()]. It stays, unless [#drop()] is said,
/// and the columns of the parts follow all others. Each says in its metadata, as `tensor.type` and
/// `tensor.shape`, what it holds; a column that says so itself needs neither [#shape] nor [#type].
///
/// Rows keep their order; a null has null parts. What cannot be split by any row is an
/// `AnalysisException` as soon as it is applied, before there is a task.
///
/// An immutable value. Numbers that are one for all parts or one for each mean what they mean on
/// the command line.
public final class TensorSplit extends AbstractFunction1<Dataset<Row>, Dataset<Row>> {
  private final Settings settings;
  private final @Nullable LongAccumulator wrong;

  private TensorSplit(Settings settings, @Nullable LongAccumulator wrong) {
    this.settings = settings;
    this.wrong = wrong;
  }

  /// Splits this column.
  public static TensorSplit of(String column) {
    return new TensorSplit(Settings.none().with(Setting.COLUMN, column), null);
  }

  /// The same with one more setting, its value as on the command line.
  public TensorSplit with(Setting setting, String value) {
    return new TensorSplit(settings.with(setting, value), wrong);
  }

  /// The shape of the tensor in each row, outermost extent first: `"224,224,3"`. An array that has
  /// none is as long as its first axis.
  public TensorSplit shape(String extents) {
    return with(Setting.SHAPE, extents);
  }

  /// The same in numbers.
  public TensorSplit shape(long... extents) {
    return shape(list(extents));
  }

  /// The type of the elements, such as `"u8"`. Of an array it may be left out; where it is not, it
  /// is as wide as the array's.
  public TensorSplit type(String type) {
    return with(Setting.TYPE, type);
  }

  /// Each row holds a whole `.npy` file, with a shape and type of its own, and so do the parts.
  public TensorSplit npy() {
    return with(Setting.NPY, "true");
  }

  /// The axis to split, from 0; -1 is the last one.
  public TensorSplit axis(long axis) {
    return with(Setting.AXIS, Long.toString(axis));
  }

  /// Parts of these lengths; one may be -1, the rest.
  public TensorSplit lengths(long... lengths) {
    return with(Setting.LENGTHS, list(lengths));
  }

  /// This many parts of the same length, which must divide the axis: OpenVINO's Split-1.
  public TensorSplit equal(long count) {
    return with(Setting.EQUAL, Long.toString(count));
  }

  /// This many parts whose lengths differ by 1 at most, the longer ones first.
  public TensorSplit nearlyEqual(long count) {
    return with(Setting.NEARLY_EQUAL, Long.toString(count));
  }

  /// Parts of this length, and a shorter one for what is left.
  public TensorSplit chunksOf(long length) {
    return with(Setting.CHUNKS_OF, Long.toString(length));
  }

  /// Cuts before each of these positions; a negative one counts from the end.
  public TensorSplit at(long... positions) {
    return with(Setting.AT, list(positions));
  }

  /// The columns of the parts, in order; without it they are called after the column, `pixels_0`,
  /// `pixels_1`. A comma cannot be part of a name.
  public TensorSplit names(String... names) {
    return with(Setting.NAMES, String.join(",", names));
  }

  /// Converts the values on their way: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16.
  public TensorSplit to(String type) {
    return with(Setting.TO, type);
  }

  /// Multiplies by these.
  public TensorSplit scale(double... scale) {
    return with(Setting.SCALE, list(scale));
  }

  /// Adds these, after [#scale].
  public TensorSplit bias(double... bias) {
    return with(Setting.BIAS, list(bias));
  }

  /// Subtracts these from values of 0 to 1, see [#max].
  public TensorSplit mean(double... mean) {
    return with(Setting.MEAN, list(mean));
  }

  /// Divides by these, after [#mean].
  public TensorSplit std(double... deviation) {
    return with(Setting.STD, list(deviation));
  }

  /// What becomes 1 before the mean is subtracted: without it 255 for u8, 65535 for u16, 1 for
  /// floats.
  public TensorSplit max(double max) {
    return with(Setting.MAX, Double.toString(max));
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
  /// last axis become planes `[C, H, W]` with 0. There is one column then, named after the one that
  /// is split with `_stacked` behind it, or as [#names] says.
  public TensorSplit stack(long axis) {
    return with(Setting.STACK, Long.toString(axis));
  }

  /// Makes one tensor of the parts, along an axis that they have.
  public TensorSplit join(long axis) {
    return with(Setting.JOIN, Long.toString(axis));
  }

  /// How the columns of parts hold them: `"binary"` or `"array"`. Without it, as the column does
  /// that is split.
  public TensorSplit as(String kind) {
    return with(Setting.AS, kind);
  }

  /// Leaves out the column that is split.
  public TensorSplit drop() {
    return with(Setting.DROP, "true");
  }

  /// What becomes of a row that cannot be split, such as one of the wrong length: `"fail"`, which
  /// is what happens without it, or `"null"`, which makes its parts null and counts it in an
  /// accumulator that Spark's web UI shows.
  public TensorSplit onError(String what) {
    return with(Setting.ON_ERROR, what);
  }

  /// The same as `onError("null")`, with an accumulator to read: `sparkContext.longAccumulator()`.
  /// As ever, what is computed again may be counted again.
  public TensorSplit onErrorNull(LongAccumulator counter) {
    return new TensorSplit(settings.with(Setting.ON_ERROR, "null"), counter);
  }

  /// The device that splits: `"auto"`, which is the GPU that Spark has assigned to the task and
  /// else plain Java; `"cpu"`, plain Java; `"opencl"`, the best one, or part of a device's name or
  /// platform.
  public TensorSplit device(String name) {
    return with(Setting.DEVICE, name);
  }

  /// What a task does whose device cannot be opened or fails: `"cpu"`, go on in plain Java with a
  /// warning in the executor's log, once, which is what happens without it; or `"fail"`.
  public TensorSplit onDeviceFailure(String what) {
    return with(Setting.ON_DEVICE_FAILURE, what);
  }

  /// How many bytes of data are gathered and split at once; 4 MiB without it. A row that has more
  /// is split alone.
  public TensorSplit batchBytes(long bytes) {
    return with(Setting.BATCH_BYTES, Long.toString(bytes));
  }

  private static String list(long... numbers) {
    return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
  }

  private static String list(double... numbers) {
    return Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(","));
  }

  /// The rows with the parts.
  ///
  /// It throws an `AnalysisException` if no row can be split so; the message says what to do.
  ///
  /// @throws IllegalStateException if the JVM is older than 25
  @Override
  public Dataset<Row> apply(Dataset<Row> rows) {
    return Door.engine("the driver").transform(settings, wrong, rows);
  }

  /// What was said: `column pixels, shape 224,224,3, type u8, axis -1, lengths 1,1,1`.
  @Override
  public String toString() {
    return settings.toString();
  }
}
