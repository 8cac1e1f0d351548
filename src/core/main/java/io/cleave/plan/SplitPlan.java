package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Plan of a split: the data is [#rows()] rows of [#row()] units, and each [Part] is an offset and
/// a run within the row.
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
/// An immutable value: plans of equal shape, type, axis, lengths, wanted parts and conversion are
/// equal. A plan holds one number for each part.
public final class SplitPlan {
  /// The most parts that a plan holds. More are refused before memory is allocated for them.
  public static final int MAX_PARTS = Lengths.MAX_PARTS;

  private static final int MAX_LINES = 24;
  private static final int LAST_LINES = 2;

  private final Shape shape;
  private final ElementType type;
  private final int axis;

  /// The position along the axis where each part starts, and the extent as the last element.
  final long[] starts;

  private final BitSet unwanted;
  private final @Nullable Conversion conversion;

  /// Null if each part has separate memory.
  private final @Nullable Stacking stacking;

  private final Unit unit;
  private final long rows;

  /// One step along the axis, within a row: in bits, or in elements for strings.
  private final long step;

  private final int hash;

  private SplitPlan(
      Shape shape,
      ElementType type,
      int axis,
      long[] starts,
      BitSet unwanted,
      @Nullable Conversion conversion,
      @Nullable Stacking stacking) {
    this.shape = shape;
    this.type = type;
    this.axis = axis;
    this.starts = starts;
    this.unwanted = unwanted;
    this.conversion = conversion;
    this.stacking = stacking;
    // In an empty tensor the other extents may be too large to be multiplied.
    boolean empty = shape.volume() == 0;
    this.rows = empty ? 0 : shape.product(0, axis);
    this.step = empty ? 0 : shape.product(axis + 1, shape.rank()) * Math.max(1, type.bits());
    this.unit = Unit.finest(type, step, starts);
    this.hash =
        Objects.hash(shape, type, axis, Arrays.hashCode(starts), unwanted, conversion, stacking);
  }

  private static SplitPlan of(Shape shape, ElementType type, Axis axis, long[] starts) {
    type.bits(shape.volume());
    return new SplitPlan(shape, type, axis.index(), starts, new BitSet(0), null, null);
  }

  /// Parts of these lengths, in order. One of them may be -1, "the rest", which may turn out to be
  /// 0; a length of 0 makes an empty part. The lengths must sum to the extent of the axis.
  ///
  /// @throws IllegalArgumentException if axis or lengths do not fit the shape
  public static SplitPlan byLengths(Shape shape, ElementType type, long axis, long... lengths) {
    Axis along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Lengths.of(lengths, shape.extent(along.index()), along));
  }

  /// `count` parts of the same length, which must divide the extent of the axis.
  ///
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `count` does not
  ///   divide its extent
  public static SplitPlan intoEqualParts(Shape shape, ElementType type, long axis, long count) {
    Axis along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Lengths.equal(shape.extent(along.index()), count, along));
  }

  /// As many parts of length `size` as fit, and one shorter part for what is left. An axis of
  /// extent 0 makes one empty part.
  ///
  /// ONNX's `Split` with an uneven `num_outputs` of n means chunks of `ceil(extent / n)`.
  ///
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `size` is less than 1
  public static SplitPlan inChunksOf(Shape shape, ElementType type, long axis, long size) {
    Axis along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Lengths.chunks(shape.extent(along.index()), size));
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
    Axis along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Lengths.between(shape.extent(along.index()), indices));
  }

  /// `count` parts whose lengths differ by 1 at most, the longer ones first: 7 into 3 is 3, 2, 2.
  /// If there are more parts than positions, the last ones are empty.
  ///
  /// @throws IllegalArgumentException if the axis does not fit the shape, or `count` is less than 1
  public static SplitPlan nearlyEqual(Shape shape, ElementType type, long axis, long count) {
    Axis along = Axis.of(axis, shape.rank(), shape);
    return of(shape, type, along, Lengths.nearlyEqual(shape.extent(along.index()), count));
  }

  /// Copy that wants these parts alone. It still has all its parts: give null for the others, in
  /// the order of the data.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan only(int... parts) {
    BitSet others = new BitSet(partCount());
    others.set(0, partCount());
    for (int part : parts) {
      others.clear(checkedPart(part, partCount()));
    }
    return with(others, conversion, null);
  }

  /// Copy that does not want these parts, nor those that this plan does not want.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public SplitPlan without(int... parts) {
    BitSet more = (BitSet) unwanted.clone();
    for (int part : parts) {
      more.set(checkedPart(part, partCount()));
    }
    return with(more, conversion, null);
  }

  /// Copy that converts the values on their way, in place of any other conversion.
  ///
  /// @throws IllegalArgumentException if this type cannot be converted so, or the conversion has
  ///   neither one value for all parts nor one for each
  public SplitPlan converted(Conversion by) {
    by.check(type, partCount());
    by.target().bits(shape.volume());
    return with(unwanted, by, null);
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

  private SplitPlan with(BitSet without, @Nullable Conversion by, @Nullable Stacking in) {
    return new SplitPlan(shape, type, axis, starts, without, by, in);
  }

  SplitPlan in(Stacking one) {
    return with(unwanted, conversion, one);
  }

  /// The places of the parts in one tensor, if this plan belongs to a [StackedPlan]. Such a plan is
  /// not split by itself.
  public Optional<Stacking> stacking() {
    return Optional.ofNullable(stacking);
  }

  /// The plan for `count` of these rows, for splitting the data a slab at a time. For [Unit#BIT],
  /// slabs begin on whole bytes if `count` is a multiple of 8.
  ///
  /// @throws IllegalArgumentException if there are not that many rows
  public SplitPlan slab(long count) {
    if (count < 0 || count > rows()) {
      throw new IllegalArgumentException(
          "a slab of %s rows cannot come from a plan of %s".formatted(count, rows()));
    }
    Shape slab = Shape.of(count, extent(), rows() == 0 ? 0 : shape.volume() / rows() / extent());
    return new SplitPlan(slab, type, 1, starts, unwanted, conversion, null);
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
    return conversion == null ? type : conversion.target();
  }

  /// The conversion of the values; empty if they are moved as they are.
  public Optional<Conversion> conversion() {
    return Optional.ofNullable(conversion);
  }

  /// True if there is a conversion.
  public boolean converts() {
    return conversion != null;
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

  /// The unit of offsets and runs.
  public Unit unit() {
    return unit;
  }

  /// The product of the extents before the axis, or 0 if there is nothing to move.
  public long rows() {
    return rows;
  }

  /// The length of one row of the data, in units.
  public long row() {
    return along(extent());
  }

  /// The units that so many steps along the axis take of one row.
  long along(long steps) {
    return unit == Unit.BYTE ? steps * step / Byte.SIZE : steps * step;
  }

  /// The elements that so many units are.
  long elements(long units) {
    return unit == Unit.BIT ? units / type.bits() : units * Byte.SIZE / type.bits();
  }

  /// The bytes of the data, the last of which may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    return bytes(rows() * row());
  }

  long bytes(long units) {
    if (unit == Unit.ELEMENT) {
      throw new IllegalStateException("strings have no size in bytes; count elements instead");
    }
    return unit == Unit.BIT ? Math.ceilDiv(units, Byte.SIZE) : units;
  }

  /// The number of parts, those that are not wanted included.
  public int partCount() {
    return starts.length - 1;
  }

  /// One part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Part part(int index) {
    return new Part(this, index);
  }

  static int checkedPart(int part, int count) {
    if (part < 0 || part >= count) {
      throw new IllegalArgumentException(
          "part %s does not exist; the plan has %s, counted from 0".formatted(part, count));
    }
    return part;
  }

  boolean isWanted(int part) {
    return !unwanted.get(part);
  }

  /// All parts in order, those that are not wanted included. The list is a view and costs nothing.
  public List<Part> parts() {
    return new AbstractList<>() {
      @Override
      public Part get(int index) {
        return new Part(SplitPlan.this, Objects.checkIndex(index, size()));
      }

      @Override
      public int size() {
        return partCount();
      }
    };
  }

  /// True if every wanted part is contiguous, so that all can be views.
  public boolean isContiguous() {
    return parts().stream().allMatch(part -> !part.isWanted() || part.isContiguous());
  }

  /// The wanted parts as slices of the data: nothing is copied, and writing to a slice changes the
  /// data.
  ///
  /// @throws IllegalArgumentException if the data is not exactly as large as the plan says, or a
  ///   wanted part is not contiguous
  /// @throws IllegalStateException for strings
  public List<MemorySegment> views(MemorySegment data) {
    if (data.byteSize() != bytes()) {
      throw new IllegalArgumentException(
          "the data takes %s bytes; the segment has %s".formatted(bytes(), data.byteSize()));
    }
    return parts().stream().filter(Part::isWanted).map(part -> view(part, data)).toList();
  }

  private static MemorySegment view(Part part, MemorySegment data) {
    if (!part.isContiguous()) {
      throw new IllegalArgumentException(
          "a view needs each part in one piece, unconverted; split instead, since the data holds %s"
              .formatted(part));
    }
    return data.asSlice(part.isEmpty() ? 0 : part.offset(), part.bytes());
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
            && unwanted.equals(plan.unwanted)
            && Objects.equals(conversion, plan.conversion)
            && Objects.equals(stacking, plan.stacking));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// The plan in one line: `f32 [4, 6, 8] along axis 1 into 3 parts: 4 rows of 192 bytes`.
  public String headline() {
    return "%s %s along axis %s into %s: %s of %s%s"
        .formatted(
            type,
            shape,
            axis,
            counted(partCount(), "part"),
            counted(rows, "row"),
            counted(row(), unitName()),
            conversion == null ? "" : ", " + conversion);
  }

  /// The headline and a line for each part; of many parts the first and the last ones.
  @Override
  public String toString() {
    int skipped = partCount() <= MAX_LINES + 1 ? 0 : partCount() - MAX_LINES;
    StringBuilder text = new StringBuilder(headline());
    for (int i = 0; i < partCount(); i++) {
      if (skipped > 0 && i == MAX_LINES - LAST_LINES) {
        text.append("\n  ... %s more parts".formatted(skipped));
        i += skipped;
      }
      text.append("\n  ").append(part(i));
    }
    return text.toString();
  }

  String unitName() {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
