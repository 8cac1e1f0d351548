package io.cleave.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Where every byte of a split goes: the data is [#rows()] rows of [#row()] units, and each [Part]
/// is an offset and a run within the row.
///
/// Five ways to cut an axis, each with the meaning that these libraries document:
///
/// | here | NumPy | PyTorch | TensorFlow | ONNX | OpenVINO |
/// |---|---|---|---|---|---|
/// | [#byLengths] | | `split(x, [2, 3])` | `split(x, [2, -1])` | `Split`, input `split` | VariadicSplit-1 |
/// | [#intoEqualParts] | `split(x, 3)` | | `split(x, 3)` | `Split`, even `num_outputs` | Split-1 |
/// | [#inChunksOf] | | `split(x, 3)` | | `SplitToSequence`, scalar | |
/// | [#atIndices] | `split(x, [2, 5])` | `tensor_split(x, [2, 5])` | | | |
/// | [#nearlyEqual] | `array_split(x, 3)` | `tensor_split(x, 3)` | | | |
///
/// A plan is an immutable value: plans of equal shape, type, axis, lengths and wanted parts are
/// equal. It holds one number per part, so that a thousand parts are planned in microseconds.
public final class SplitPlan {
  /// The most parts that a plan holds. A hostile count is refused before anything is allocated for
  /// it.
  public static final int MAX_PARTS = 1 << 24;

  private final Shape shape;
  private final ElementType type;
  private final int axis;

  /// The position along the axis where each part starts, and the extent as the last element.
  private final long[] starts;

  private final Wanted wanted;

  private final long rows;

  /// What one step along the axis takes of a row: bits, or elements where these have no size.
  private final long step;

  private final Unit unit;

  /// Plans are the keys of caches.
  private final int hash;

  private SplitPlan(Shape shape, ElementType type, int axis, long[] starts, Wanted wanted) {
    this.shape = shape;
    this.type = type;
    this.axis = axis;
    this.starts = starts;
    this.wanted = wanted;
    // Where there is nothing to move, rows and steps are 0: the other extents may be too large to
    // be multiplied.
    boolean empty = shape.volume() == 0;
    this.rows = empty ? 0 : shape.product(0, axis);
    this.step = empty ? 0 : shape.product(axis + 1, shape.rank()) * Math.max(1, type.bits());
    this.unit = Unit.finest(type, step, starts);
    this.hash = Objects.hash(shape, type, axis, Arrays.hashCode(starts));
  }

  private static SplitPlan of(Shape shape, ElementType type, int axis, long[] lengths) {
    Cuts.checkedCount(lengths.length);
    type.bits(shape.volume());
    long[] starts = new long[lengths.length + 1];
    for (int i = 0; i < lengths.length; i++) {
      starts[i + 1] = starts[i] + lengths[i];
    }
    return new SplitPlan(shape, type, axis, starts, Wanted.all(lengths.length));
  }

  /// Parts of these lengths, in order. One of them may be -1, "the rest", which may turn out to be
  /// 0; a length of 0 makes an empty part. The lengths must sum to the extent of the axis.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if axis or lengths do not fit the shape
  public static SplitPlan byLengths(Shape shape, ElementType type, long axis, long... lengths) {
    int along = Axis.of(axis, shape.rank(), shape);
    Cuts.checkedCount(lengths.length);
    long[] resolved =
        new LengthList(lengths.clone()).resolve(shape.extent(along), Axis.name(along, shape));
    return of(shape, type, along, resolved);
  }

  /// `count` parts of the same length, which must divide the extent of the axis.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `count` does not
  ///   divide its extent
  public static SplitPlan intoEqualParts(Shape shape, ElementType type, long axis, long count) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.equal(shape.extent(along), count, Axis.name(along, shape)));
  }

  /// As many parts of length `size` as fit, and one shorter part for what is left. An axis of
  /// extent 0 makes one empty part.
  ///
  /// ONNX's `Split` with an uneven `num_outputs` of n means chunks of `ceil(extent / n)`.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `size` is less than 1
  public static SplitPlan inChunksOf(Shape shape, ElementType type, long axis, long size) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.chunks(shape.extent(along), size));
  }

  /// Cuts before each of these positions: `[2, 5]` on an axis of 9 makes the parts `0..1`, `2..4`
  /// and `5..8`.
  ///
  /// As in NumPy and PyTorch, a negative index counts from the end, and one beyond an end of the
  /// axis stands for that end, which makes empty parts. Indices that decrease, where those two
  /// would hand out elements twice, are refused.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if the axis does not fit the shape, or the indices decrease
  public static SplitPlan atIndices(Shape shape, ElementType type, long axis, long... indices) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.at(shape.extent(along), indices.clone()));
  }

  /// `count` parts whose lengths differ by 1 at most, the longer ones first: 7 into 3 is 3, 2, 2.
  /// Where there are more parts than positions, the last ones are empty.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `count` is less than 1
  public static SplitPlan nearlyEqual(Shape shape, ElementType type, long axis, long count) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.nearlyEqual(shape.extent(along), count));
  }

  /// The same plan of which only these parts are wanted.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan only(int... parts) {
    return wanting(Wanted.only(partCount(), parts));
  }

  /// The same plan of which these parts are not wanted (either).
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan without(int... parts) {
    return wanting(wanted.without(parts));
  }

  private SplitPlan wanting(Wanted those) {
    return new SplitPlan(shape, type, axis, starts, those);
  }

  /// The same split of data that has only `count` of these rows: what a backend carries out when it
  /// takes the data a slab at a time. For [Unit#BIT], slabs begin on whole bytes if `count` is a
  /// multiple of 8.
  ///
  /// @throws IllegalArgumentException if there are not that many rows
  public SplitPlan slab(long count) {
    if (count < 0 || count > rows) {
      throw new IllegalArgumentException(
          "a slab of %s rows cannot come from a plan of %s".formatted(count, rows));
    }
    Shape slab = Shape.of(count, extent(), rows == 0 ? 0 : shape.volume() / rows / extent());
    return new SplitPlan(slab, type, 1, starts, wanted);
  }

  /// The shape of the data.
  public Shape shape() {
    return shape;
  }

  /// The element type of the data and of every part.
  public ElementType type() {
    return type;
  }

  /// The axis, counted from 0.
  public int axis() {
    return axis;
  }

  /// The extent of the data along the axis.
  public long extent() {
    return shape.extent(axis);
  }

  /// The lengths of the parts along the axis, all known.
  public long[] lengths() {
    long[] lengths = new long[partCount()];
    Arrays.setAll(lengths, i -> starts[i + 1] - starts[i]);
    return lengths;
  }

  /// What offsets and runs count.
  public Unit unit() {
    return unit;
  }

  /// The number of rows: the product of the extents before the axis, or 0 if there is nothing to
  /// move.
  public long rows() {
    return rows;
  }

  /// The length of one row of the data, in units.
  public long row() {
    return unitsAlong(extent());
  }

  /// The units that so many steps along the axis take of one row.
  long unitsAlong(long steps) {
    return unit == Unit.BYTE ? steps * step / Byte.SIZE : steps * step;
  }

  long start(int part) {
    return starts[part];
  }

  /// The bytes of the data, the last of which may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    return bytes(rows * row());
  }

  long bytes(long units) {
    return switch (unit) {
      case BIT -> Math.ceilDiv(units, Byte.SIZE);
      case BYTE -> units;
      case ELEMENT ->
          throw new IllegalStateException("strings have no size in bytes; count elements instead");
    };
  }

  /// The number of parts, those that are not wanted included.
  public int partCount() {
    return starts.length - 1;
  }

  /// One part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Part part(int index) {
    return new Part(this, wanted.checkedPart(index));
  }

  /// All parts in order, those that are not wanted included. The list is a view and costs nothing.
  public List<Part> parts() {
    return new PartList(this);
  }

  boolean isWanted(int part) {
    return wanted.has(part);
  }

  /// Whether every wanted part stands in the data as one piece, so that it can be viewed instead of
  /// copied.
  public boolean isContiguous() {
    return parts().stream().allMatch(part -> !part.isWanted() || part.isContiguous());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SplitPlan plan && (plan == this || hasSameFields(plan));
  }

  private boolean hasSameFields(SplitPlan plan) {
    return hash == plan.hash
        && type == plan.type
        && axis == plan.axis
        && shape.equals(plan.shape)
        && Arrays.equals(starts, plan.starts)
        && wanted.equals(plan.wanted);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// The plan in one line: `f32 [4, 6, 8] along axis 1 into 3 parts: 4 rows of 192 bytes`.
  public String headline() {
    return PlanText.headline(this);
  }

  /// The headline and a line for each part; of many parts the first and the last ones.
  @Override
  public String toString() {
    return PlanText.describe(this);
  }
}
