package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import io.cleave.text.OneLine;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Plan of a split: where every byte of the data goes. It has one [Part] for each output.
///
/// ```
/// SplitPlan.of(Layout.of(U8, 1, height, width, 3), -1, Cut.intoEqualParts(3))
///     .only(2, 1, 0)                              // blue, green, red to red, green, blue
///     .converted(Conversion.to(F32).imagenet())   // values for red, green, blue
///     .stacked(1)                                 // one part [1, 3, height, width]
/// ```
///
/// [#only] and [#without] come before [#stacked] and [#joined], which make one part of all. Its
/// slices are what the parts were: values of a conversion are counted by slices.
///
/// An immutable value: plans of equal layout, axis, parts, conversion and stacking are equal. A
/// plan holds one or two numbers for each part, and its geometry once it was asked for.
public final class SplitPlan {
  /// The most parts that a plan holds. More are refused before memory is allocated for them.
  public static final int MAX_PARTS = Lengths.MAX_PARTS;

  private static final int MAX_LINES = 24;
  private static final int LAST_LINES = 2;

  private final Layout data;
  private final int axis;

  /// Where the parts of the cut begin along the axis, and the extent as the last element.
  private final long[] cuts;

  /// The index in the cut of each slice; null for all of them in order.
  private final int @Nullable [] order;

  private final @Nullable Conversion conversion;
  final @Nullable Stack stack;

  /// The elements of a part for each position along the axis.
  final long each;

  private final int hash;
  private @Nullable Geometry geometry;

  /// All slices in one tensor.
  ///
  /// @param along the axis that they follow one another along
  /// @param isJoined true if the slices have that axis, too
  record Stack(int along, boolean isJoined, Shape shape) {
    /// The parts of another plan in the same way, along this axis.
    SplitPlan of(SplitPlan plan, int axis) {
      return isJoined ? plan.joined(axis) : plan.stacked(axis);
    }
  }

  private SplitPlan(
      Layout data,
      int axis,
      long[] cuts,
      int @Nullable [] order,
      @Nullable Conversion conversion,
      @Nullable Stack stack) {
    this.data = data;
    this.axis = axis;
    this.cuts = cuts;
    this.order = order;
    this.conversion = conversion;
    this.stack = stack;
    long elements = data.shape().elements();
    this.each = elements == 0 ? 0 : elements / data.shape().extent(axis);
    int sum = Objects.hash(data, axis, conversion, stack);
    for (int i = 0; i < sliceCount(); i++) {
      sum = (sum * 31 + Long.hashCode(position(i))) * 31 + Long.hashCode(length(i));
    }
    this.hash = sum;
    // A window may take more loops than are carried out, dense data never does.
    if (!data.isDense()) {
      geometry();
    }
  }

  /// Cuts the data along an axis.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there is no such axis, the cut does not fit it, or the
  ///   data is not dense along it and behind it, apart from a window along the axis itself
  public static SplitPlan of(Layout data, int axis, Cut cut) {
    Shape shape = data.shape();
    Axis along = Axis.of(axis, shape.rank(), shape);
    long[] cuts = cut.positions(shape.extent(along.index()), along);
    int pitched = data.pitchedAxis(along.index());
    if (pitched >= 0) {
      throw new IllegalArgumentException(
          "data must be dense along the cut axis %s and behind it; %s has a pitch along axis %s, so cut a later axis, or copy it to a dense tensor first"
              .formatted(along.index(), data, pitched));
    }
    return new SplitPlan(data, along.index(), cuts, null, null, null);
  }

  /// The plan of these parts alone, in this order, counted from 0 again. Values of a conversion
  /// follow their parts.
  ///
  /// @throws IllegalArgumentException if there is no such part, one is named twice, or this plan is
  ///   stacked
  public SplitPlan only(int... parts) {
    requireParts("only");
    BitSet named = new BitSet();
    int[] chosen = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      if (named.get(checkedPart(parts[i], sliceCount()))) {
        throw new IllegalArgumentException(
            "a part is written once; %s names %s twice"
                .formatted(OneLine.list(parts.length, j -> Integer.toString(parts[j])), parts[i]));
      }
      named.set(parts[i]);
      chosen[i] = cut(parts[i]);
    }
    Conversion some = conversion == null ? null : conversion.ofParts(parts);
    return new SplitPlan(data, axis, cuts, chosen, some, null);
  }

  /// The plan of all parts but these, counted from 0 again.
  ///
  /// @throws IllegalArgumentException if there is no such part, or this plan is stacked
  public SplitPlan without(int... parts) {
    requireParts("without");
    BitSet others = new BitSet();
    others.set(0, sliceCount());
    for (int part : parts) {
      others.clear(checkedPart(part, sliceCount()));
    }
    return only(others.stream().toArray());
  }

  /// Converts the values on their way, in place of any other conversion. Values for each part are
  /// in the order of this plan's parts, or of its slices if it is stacked.
  ///
  /// @throws IllegalArgumentException if this type cannot be converted so, or the conversion has
  ///   neither one value for all parts nor one for each
  public SplitPlan converted(Conversion by) {
    Conversion known = by.checked(data.type(), sliceCount());
    known.target().bits(data.shape().elements());
    return new SplitPlan(data, axis, cuts, order, known, stack);
  }

  /// Makes one part of all: slices along a new axis. Where they have length 1 along the axis that
  /// is cut, that one goes: `[N, H, W, C]` becomes `[N, C, H, W]` along axis 1.
  ///
  /// @param axis of the result, counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there are no parts, they differ in length, do not consist
  ///   of bytes, or are stacked already
  public SplitPlan stacked(int axis) {
    requireStackable("stacked");
    requireAlike("stacked along a new axis");
    Shape slice = length(0) == 1 ? data.shape().without(this.axis) : sliceShape(0);
    int at = Axis.of(axis, slice.rank() + 1, slice + " with a new axis").index();
    return in(new Stack(at, false, slice.inserted(at, sliceCount())));
  }

  /// Makes one part of all: one behind the other along an axis that they have.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there are no parts, they differ in another extent, do not
  ///   consist of bytes, or are stacked already
  public SplitPlan joined(int axis) {
    requireStackable("joined");
    int at = Axis.of(axis, data.shape().rank(), data.shape()).index();
    Shape first = sliceShape(0);
    long extent = 0;
    if (at == this.axis) {
      extent = Arrays.stream(lengths()).sum();
    } else {
      requireAlike("joined along another axis than the one they were split along");
      extent = joinedExtent(first, at);
    }
    return in(new Stack(at, true, first.with(at, extent)));
  }

  /// Extents of an empty tensor may be so long that not even two can be added.
  private long joinedExtent(Shape slice, int at) {
    if (slice.extent(at) > Long.MAX_VALUE / sliceCount()) {
      throw new IllegalArgumentException(
          "%s parts of %s joined along axis %s are longer than %s; join fewer"
              .formatted(sliceCount(), slice, at, Long.MAX_VALUE));
    }
    return slice.extent(at) * sliceCount();
  }

  private SplitPlan in(Stack one) {
    partType().bits(one.shape.elements());
    return new SplitPlan(data, axis, cuts, order, conversion, one);
  }

  private void requireParts(String what) {
    if (stack != null) {
      throw new IllegalArgumentException(
          "a stacked or joined plan has one part; call %s before stacked or joined, which come last"
              .formatted(what));
    }
  }

  /// Packed elements of two parts would share bytes.
  private void requireStackable(String what) {
    requireParts(what);
    if (partType() == ElementType.STRING || partType().isSubByte()) {
      throw new IllegalArgumentException(
          "%s is not %s; split it, or convert it to a type of whole bytes before"
              .formatted(partType(), what));
    }
    if (sliceCount() == 0) {
      throw new IllegalArgumentException("the plan has no parts; there is nothing to stack");
    }
  }

  private void requireAlike(String what) {
    for (int i = 1; i < sliceCount(); i++) {
      if (length(i) != length(0)) {
        throw new IllegalArgumentException(
            "parts of equal lengths are %s; part 0 has %s, part %s has %s"
                .formatted(what, length(0), i, length(i)));
      }
    }
  }

  /// The parts as slices of the data: nothing is copied, and writing to a slice changes the data.
  ///
  /// @throws IllegalArgumentException if the segment is smaller than the data, or larger than dense
  ///   data, or a part is not contiguous
  /// @throws IllegalStateException for strings
  public List<MemorySegment> views(MemorySegment data) {
    long bytes = this.data.bytes();
    if (data.byteSize() < bytes || (data.byteSize() > bytes && this.data.isDense())) {
      throw new IllegalArgumentException(
          "the data takes %s bytes; the segment has %s".formatted(bytes, data.byteSize()));
    }
    return parts().stream().map(part -> view(part, data)).toList();
  }

  private static MemorySegment view(Part part, MemorySegment data) {
    if (!part.isContiguous()) {
      throw new IllegalArgumentException(
          "a view needs each part in one piece, unconverted; split instead, since the data holds %s"
              .formatted(part));
    }
    return data.asSlice(part.offset(), part.bytes());
  }

  /// The data.
  public Layout data() {
    return data;
  }

  /// The axis that is cut, counted from 0.
  public int axis() {
    return axis;
  }

  /// All parts in order. The list is a view and costs nothing.
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

  /// One part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Part part(int index) {
    return new Part(this, index);
  }

  /// The number of parts, 1 if they are stacked.
  public int partCount() {
    return stack == null ? sliceCount() : 1;
  }

  /// The element type of every part.
  public ElementType partType() {
    return conversion == null ? data.type() : conversion.target();
  }

  /// The conversion of the values; empty if they are moved as they are.
  public Optional<Conversion> conversion() {
    return Optional.ofNullable(conversion);
  }

  /// True if the slices are stacked or joined.
  public boolean isStacked() {
    return stack != null;
  }

  /// The plan whose parts are the slices of this one, for splitters and files; this plan if it is
  /// not stacked.
  public SplitPlan unstacked() {
    return stack == null ? this : new SplitPlan(data, axis, cuts, order, conversion, null);
  }

  /// True if the slices are joined along an axis that they have, and not stacked along a new one.
  public boolean isJoined() {
    return stack != null && stack.isJoined;
  }

  /// The plan of the same memory where all axes are counted from the other end, for files: a tensor
  /// in Fortran order is one in C order whose shape is reversed.
  ///
  /// @throws IllegalArgumentException if the data has a pitch, or is a window that is not dense
  ///   along the axes before the cut one
  public SplitPlan reversed() {
    Layout turned = data.reversed();
    int last = data.shape().rank() - 1;
    if (turned.pitchedAxis(last - axis) >= 0) {
      throw new IllegalArgumentException(
          "%s in Fortran order is cut along axis %s, and must be dense along the axes before it; crop that axis alone, or save it in C order"
              .formatted(data, axis));
    }
    SplitPlan plan = new SplitPlan(turned, last - axis, cuts, order, conversion, null);
    return stack == null ? plan : stack.of(plan, stack.shape.rank() - 1 - stack.along);
  }

  /// The loops of the plan, for splitters. They are made once.
  public Geometry geometry() {
    Geometry known = geometry;
    if (known == null) {
      // Immutable, so that threads may make it twice and share it without a lock.
      known = new Geometry(this);
      geometry = known;
    }
    return known;
  }

  /// The product of the extents before the axis, or 0 if the data is empty.
  public long rows() {
    return data.shape().elements() == 0 ? 0 : data.shape().product(0, axis);
  }

  /// The plan of `count` rows of dense data, for splitting it a slab at a time: the parts of the
  /// slabs, one behind the other, are the parts of the plan. Of [Unit#BIT], slabs begin on whole
  /// bytes if `count` is a multiple of 8.
  ///
  /// A slab of a stack has whole chunks of each slice: `count` is a multiple of the product of the
  /// extents from the stacking axis to the cut one, as [Geometry#rows()] is.
  ///
  /// @throws IllegalArgumentException if there are not that many rows, they do not make whole
  ///   chunks of a stack, or the data is not dense
  public SplitPlan slab(long count) {
    if (count < 0 || count > rows()) {
      throw new IllegalArgumentException(
          "a slab of %s rows cannot come from a plan of %s".formatted(count, rows()));
    }
    if (!data.isDense()) {
      throw new IllegalArgumentException("slabs are of dense data, not of %s".formatted(data));
    }
    Shape shape = data.shape();
    long extent = shape.extent(axis);
    long inner = rows() == 0 ? 0 : shape.product(axis + 1, shape.rank());
    if (stack == null) {
      Layout slab = Layout.of(data.type(), count, extent, inner);
      return new SplitPlan(slab, 1, cuts, order, conversion, null);
    }
    boolean isBroken = stackAxis() > axis;
    long block = rows() == 0 || isBroken ? 1 : shape.product(stackAxis(), axis);
    if (count % block != 0) {
      throw new IllegalArgumentException(
          "%s of %s rows do not make whole chunks of slices that have %s in each"
              .formatted(count, rows(), block));
    }
    long chunks = rows() == 0 || !isBroken ? 1 : shape.product(axis + 1, stackAxis());
    Layout slab = Layout.of(data.type(), count / block, block, extent, chunks, inner / chunks);
    Shape result = Shape.of(count, Arrays.stream(lengths()).sum(), inner);
    return new SplitPlan(
        slab, 2, cuts, order, conversion, new Stack(isBroken ? 4 : 1, true, result));
  }

  /// The plan of `count` indices of an axis before the cut one, at one index of each axis before
  /// it, for files. Its memory begins at [Layout#offset]. It is stacked if this plan is, and the
  /// axis is before [#stackAxis]; otherwise its parts are pieces of the slices.
  public SplitPlan slab(int along, long count) {
    SplitPlan plan =
        new SplitPlan(data.slab(along, count), axis - along, cuts, order, conversion, null);
    return stack == null || along >= stackAxis() ? plan : stack.of(plan, stack.along - along);
  }

  /// The bytes of all parts together.
  public long partBytes() {
    return parts().stream().mapToLong(Part::bytes).sum();
  }

  /// Where the slices begin along the axis: the parts, or what they were before they were stacked.
  public long[] positions() {
    return IntStream.range(0, sliceCount()).mapToLong(this::position).toArray();
  }

  /// The lengths of the slices along the axis: of the parts, or what they were before they were
  /// stacked.
  public long[] lengths() {
    return IntStream.range(0, sliceCount()).mapToLong(this::length).toArray();
  }

  int sliceCount() {
    return order == null ? cuts.length - 1 : order.length;
  }

  private int cut(int slice) {
    return order == null ? slice : order[slice];
  }

  long position(int slice) {
    return cuts[cut(slice)];
  }

  long length(int slice) {
    return cuts[cut(slice) + 1] - cuts[cut(slice)];
  }

  /// The slices that are not empty, in the order of the data.
  int[] sortedSlices() {
    return IntStream.range(0, rows() == 0 ? 0 : sliceCount())
        .filter(i -> length(i) > 0)
        .mapToLong(i -> (long) cut(i) << Integer.SIZE | i)
        .sorted()
        .mapToInt(i -> (int) i)
        .toArray();
  }

  /// The axis of the data that stacked slices are set side by side before; 0 if they are not
  /// stacked. Slices that lost the axis that is cut have one axis less before the later ones.
  public int stackAxis() {
    if (stack == null) {
      return 0;
    }
    boolean lost = !stack.isJoined && stack.shape.rank() == data.shape().rank();
    return lost && stack.along > axis ? stack.along + 1 : stack.along;
  }

  Shape sliceShape(int slice) {
    return data.shape().with(axis, length(slice));
  }

  /// The units of a row that so many positions along the axis take.
  long along(long positions) {
    if (rows() == 0) {
      return 0;
    }
    long inner = data.shape().product(axis + 1, data.shape().rank()) * data.type().width();
    return positions * inner / (geometry().unit() == Unit.BYTE ? Byte.SIZE : 1);
  }

  static int checkedPart(int part, int count) {
    if (part < 0 || part >= count) {
      throw new IllegalArgumentException(
          "part %s does not exist; the plan has %s, counted from 0".formatted(part, count));
    }
    return part;
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof SplitPlan plan
            && hash == plan.hash
            && axis == plan.axis
            && data.equals(plan.data)
            && Objects.equals(conversion, plan.conversion)
            && Objects.equals(stack, plan.stack)
            && hasSlicesOf(plan));
  }

  private boolean hasSlicesOf(SplitPlan plan) {
    if (order == null && plan.order == null) {
      return Arrays.equals(cuts, plan.cuts);
    }
    return sliceCount() == plan.sliceCount()
        && IntStream.range(0, sliceCount())
            .allMatch(i -> position(i) == plan.position(i) && length(i) == plan.length(i));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// The plan in one line: `f32 [4, 6, 8] along axis 1 into 3 parts: 4 rows of 192 bytes`, and
  /// where it has them a conversion and `stacked to f32 [3, 4, 2, 8]`.
  public String headline() {
    return "%s along axis %s into %s: %s of %s%s%s"
        .formatted(
            data,
            axis,
            OneLine.count(sliceCount(), "part"),
            OneLine.count(rows(), "row"),
            OneLine.count(along(data.shape().extent(axis)), geometry().unitName()),
            conversion == null ? "" : ", " + conversion,
            stack == null ? "" : ", stacked to %s %s".formatted(partType(), stack.shape));
  }

  /// The headline and, unless the plan is stacked, a line for each part; of many parts the first
  /// and the last ones.
  @Override
  public String toString() {
    int skipped = partCount() <= MAX_LINES + 1 ? 0 : partCount() - MAX_LINES;
    StringBuilder text = new StringBuilder(headline());
    for (int i = 0; i < partCount() && stack == null; i++) {
      if (skipped > 0 && i == MAX_LINES - LAST_LINES) {
        text.append("\n  ... %s more parts".formatted(skipped));
        i += skipped;
      }
      text.append("\n  ").append(part(i));
    }
    return text.toString();
  }
}
