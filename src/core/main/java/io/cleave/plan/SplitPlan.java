package io.cleave.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
/// An axis is counted from 0, or from the end if negative.
///
/// A plan may convert what it moves, see [#converted]. Offsets and runs always count the data.
///
/// A plan is an immutable value: plans of equal shape, type, axis, lengths, wanted parts and
/// conversion are equal. It holds one number per part, so that a thousand parts are planned in
/// microseconds.
public final class SplitPlan {
  /// The most parts that a plan holds. A hostile count is refused before anything is allocated for
  /// it.
  public static final int MAX_PARTS = 1 << 24;

  private final Shape shape;
  private final ElementType type;
  private final int axis;

  /// The position along the axis where each part starts, and the extent as the last element.
  private final long[] starts;

  private final Treatment treatment;
  private final Measures measures;

  /// Plans are the keys of caches.
  private final int hash;

  private SplitPlan(Shape shape, ElementType type, int axis, long[] starts, Treatment treatment) {
    this.shape = shape;
    this.type = type;
    this.axis = axis;
    this.starts = starts;
    this.treatment = treatment;
    this.measures = Measures.of(shape, type, axis, starts);
    this.hash = Objects.hash(shape, type, axis, Arrays.hashCode(starts), treatment);
  }

  private static SplitPlan of(Shape shape, ElementType type, int axis, long[] lengths) {
    Cuts.checkedCount(lengths.length);
    type.bits(shape.volume());
    Treatment treatment = Treatment.asTheyAre(lengths.length);
    return new SplitPlan(shape, type, axis, Cuts.starts(lengths), treatment);
  }

  /// Parts of these lengths, in order. One of them may be -1, "the rest", which may turn out to be
  /// 0; a length of 0 makes an empty part. The lengths must sum to the extent of the axis.
  ///
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
  /// @throws IllegalArgumentException if the axis does not fit the shape, or the indices decrease
  public static SplitPlan atIndices(Shape shape, ElementType type, long axis, long... indices) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.at(shape.extent(along), indices.clone()));
  }

  /// `count` parts whose lengths differ by 1 at most, the longer ones first: 7 into 3 is 3, 2, 2.
  /// Where there are more parts than positions, the last ones are empty.
  ///
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `count` is less than 1
  public static SplitPlan nearlyEqual(Shape shape, ElementType type, long axis, long count) {
    int along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Cuts.nearlyEqual(shape.extent(along), count));
  }

  /// The same plan of which only these parts are wanted.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan only(int... parts) {
    return treated(treatment.of(Wanted.only(partCount(), parts)));
  }

  /// The same plan of which these parts are not wanted (either).
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan without(int... parts) {
    return treated(treatment.of(treatment.wanted().without(parts)));
  }

  /// The same plan whose parts are converted on their way; a conversion that it has is replaced.
  ///
  /// @throws IllegalArgumentException if this type is not converted so, or the conversion has
  ///   neither one value for all parts nor one for each
  public SplitPlan converted(Conversion by) {
    by.check(type, partCount());
    by.target().bits(shape.volume());
    return treated(treatment.by(by));
  }

  /// The parts as slices of one tensor along a new axis. Where they have length 1 along the axis
  /// that is split, that one goes: `[N, H, W, C]` becomes `[N, C, H, W]` along axis 1.
  ///
  /// @param axis of the result, counted from 0, or from the end if negative
  /// @param parts in the order of their slices; none means all that are wanted
  /// @throws IllegalArgumentException if the parts differ in length, or do not consist of bytes
  public StackedPlan stacked(long axis, int... parts) {
    return StackedPlan.along(this, axis, parts);
  }

  SplitPlan treated(Treatment otherwise) {
    return new SplitPlan(shape, type, axis, starts, otherwise);
  }

  Treatment treatment() {
    return treatment;
  }

  /// How the parts stand in one tensor, if this plan is a [StackedPlan]'s: it is not split by
  /// itself.
  public Optional<Stacking> stacking() {
    return Optional.ofNullable(treatment.stacking());
  }

  /// The same split of data that has only `count` of these rows: what a backend carries out when it
  /// takes the data a slab at a time. For [Unit#BIT], slabs begin on whole bytes if `count` is a
  /// multiple of 8.
  ///
  /// @throws IllegalArgumentException if there are not that many rows
  public SplitPlan slab(long count) {
    if (count < 0 || count > rows()) {
      throw new IllegalArgumentException(
          "a slab of %s rows cannot come from a plan of %s".formatted(count, rows()));
    }
    Shape slab = Shape.of(count, extent(), rows() == 0 ? 0 : shape.volume() / rows() / extent());
    return new SplitPlan(slab, type, 1, starts, treatment.ofSomeRows());
  }

  /// The shape of the data.
  public Shape shape() {
    return shape;
  }

  /// The element type of the data, and of every part unless there is a conversion.
  public ElementType type() {
    return type;
  }

  /// The element type of every part.
  public ElementType partType() {
    return conversion().map(Conversion::target).orElse(type);
  }

  /// What becomes of the values on their way; empty where they are moved as they are.
  public Optional<Conversion> conversion() {
    return Optional.ofNullable(treatment.conversion());
  }

  /// Whether there is a conversion.
  public boolean converts() {
    return treatment.conversion() != null;
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
    return measures.unit();
  }

  /// The product of the extents before the axis, or 0 if there is nothing to move.
  public long rows() {
    return measures.rows();
  }

  /// The length of one row of the data, in units.
  public long row() {
    return measures.along(extent());
  }

  Measures measures() {
    return measures;
  }

  long start(int part) {
    return starts[part];
  }

  /// The bytes of the data, the last of which may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    return measures.bytes(rows() * row());
  }

  /// The number of parts, those that are not wanted included.
  public int partCount() {
    return starts.length - 1;
  }

  /// One part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Part part(int index) {
    return new Part(this, treatment.wanted().checkedPart(index));
  }

  /// All parts in order, those that are not wanted included. The list is a view and costs nothing.
  public List<Part> parts() {
    return new PartList(this);
  }

  /// Whether every wanted part stands in the data as one piece, so that it can be viewed.
  public boolean isContiguous() {
    return parts().stream().allMatch(part -> !part.isWanted() || part.isContiguous());
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof SplitPlan plan
            && hash == plan.hash
            && type == plan.type
            && axis == plan.axis
            && shape.equals(plan.shape)
            && Arrays.equals(starts, plan.starts)
            && treatment.equals(plan.treatment));
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
