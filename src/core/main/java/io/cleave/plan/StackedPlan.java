package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// A split whose parts become slices of one tensor: a batch of pixels `[N, H, W, C]`, split along
/// its last axis and stacked along a new axis 1, is a batch of planes `[N, C, H, W]`.
///
/// An immutable value.
public final class StackedPlan {
  private final SplitPlan slices;
  private final Stacking stacking;
  private final Shape shape;

  private StackedPlan(SplitPlan slices, Stacking stacking, Shape shape) {
    this.slices = slices;
    this.stacking = stacking;
    this.shape = shape;
  }

  /// See [SplitPlan#stacked].
  static StackedPlan along(SplitPlan plan, long axis, int... parts) {
    int[] order = order(plan, parts);
    requireAlike(plan, order, "stacked along a new axis");
    Part first = plan.part(order[0]);
    Shape slice = first.length() == 1 ? plan.shape().without(plan.axis()) : first.shape();
    int at = Axis.of(axis, slice.rank() + 1, slice + " with a new axis").index();
    return of(plan, order, slice, at, slice.inserted(at, order.length));
  }

  /// The parts one behind the other in one tensor, along an axis that they have.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @param parts in their order; none means all that are wanted
  /// @throws IllegalArgumentException if the parts differ in another extent, or do not consist of
  ///   bytes
  public static StackedPlan joined(SplitPlan plan, long axis, int... parts) {
    int[] order = order(plan, parts);
    int at = Axis.of(axis, plan.shape().rank(), plan.shape()).index();
    Shape first = plan.part(order[0]).shape();
    long extent;
    if (at == plan.axis()) {
      extent = Arrays.stream(order).mapToLong(part -> plan.part(part).length()).sum();
    } else {
      requireAlike(plan, order, "joined along another axis than the one they were split along");
      extent = joinedExtent(order.length, first, at);
    }
    return of(plan, order, first, at, first.with(at, extent));
  }

  /// Extents of an empty tensor may be so long that not even two can be added.
  private static long joinedExtent(int parts, Shape part, int axis) {
    if (part.extent(axis) > Long.MAX_VALUE / parts) {
      throw new IllegalArgumentException(
          "%s parts of %s joined along axis %s are longer than %s; join fewer"
              .formatted(parts, part, axis, Long.MAX_VALUE));
    }
    return part.extent(axis) * parts;
  }

  /// @param slice the shape of one part
  /// @param at the axis of `shape` along which the parts follow one another
  private static StackedPlan of(SplitPlan plan, int[] order, Shape slice, int at, Shape shape) {
    plan.partType().bits(shape.volume());
    long chunks = shape.volume() == 0 ? 0 : slice.product(0, at);
    // Not from the shape of each part, which would take time for each axis of each part.
    long step = chunks == 0 ? 0 : plan.shape().volume() / plan.extent();
    List<Long> starts = new ArrayList<>(Collections.nCopies(plan.partCount(), 0L));
    List<Long> lengths = new ArrayList<>(starts);
    long stride = 0;
    for (int part : order) {
      long length = chunks == 0 ? 0 : plan.part(part).length() * step / chunks;
      starts.set(part, stride);
      lengths.set(part, length);
      stride += length;
    }
    Stacking stacking = new Stacking(chunks, stride, List.copyOf(starts), List.copyOf(lengths));
    return new StackedPlan(plan.only(order).in(stacking), stacking, shape);
  }

  private static int[] order(SplitPlan plan, int... parts) {
    requireBytes(plan);
    int[] order =
        parts.length == 0
            ? IntStream.range(0, plan.partCount()).filter(plan::isWanted).toArray()
            : parts.clone();
    if (order.length == 0) {
      throw new IllegalArgumentException("no part is wanted; there is nothing to stack");
    }
    if (Arrays.stream(order).distinct().count() < order.length) {
      throw new IllegalArgumentException(
          "a part is stacked once; %s names one twice"
              .formatted(OneLine.list(order.length, i -> Integer.toString(order[i]))));
    }
    for (int part : order) {
      plan.part(part);
    }
    return order;
  }

  private static void requireAlike(SplitPlan plan, int[] order, String what) {
    for (int part : order) {
      if (plan.part(part).length() != plan.part(order[0]).length()) {
        throw new IllegalArgumentException(
            "parts of equal lengths are %s; part %s has %s, part %s has %s"
                .formatted(
                    what, order[0], plan.part(order[0]).length(), part, plan.part(part).length()));
      }
    }
  }

  /// Packed elements of two parts would share bytes.
  private static void requireBytes(SplitPlan plan) {
    ElementType type = plan.partType();
    if (type == ElementType.STRING || type.isSubByte()) {
      throw new IllegalArgumentException(
          "%s is not stacked; split it, or convert it to a type of whole bytes".formatted(type));
    }
  }

  /// The plan for the first `count` rows of the data, for splitting it a slab at a time.
  ///
  /// @throws IllegalArgumentException if there are not that many rows, or they do not make whole
  ///   pieces of the parts
  public StackedPlan slab(long count) {
    SplitPlan slab = slices.slab(count);
    Stacking fewer = stacking.of(slices.rows() == 0 ? 0 : chunks(count));
    return new StackedPlan(slab.in(fewer), fewer, Shape.of(fewer.chunks(), fewer.stride()));
  }

  /// The chunks of each part in so many rows. Chunks times rows may have more than 64 bits.
  private long chunks(long count) {
    long common = commonDivisor(slices.rows(), count);
    long rows = slices.rows() / common;
    if (stacking.chunks() % rows != 0) {
      throw new IllegalArgumentException(
          "%s of %s rows do not make whole pieces of parts that have %s"
              .formatted(count, slices.rows(), stacking.chunks()));
    }
    return stacking.chunks() / rows * (count / common);
  }

  private static long commonDivisor(long a, long b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }

  /// The split, of which only the parts are wanted that are stacked.
  public SplitPlan slices() {
    return slices;
  }

  /// The places of the parts in the result.
  public Stacking stacking() {
    return stacking;
  }

  /// The shape of the result.
  public Shape shape() {
    return shape;
  }

  /// The element type of the result.
  public ElementType type() {
    return slices.partType();
  }

  /// The bytes of the result.
  public long bytes() {
    return type().bytes(shape.volume());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StackedPlan plan
        && slices.equals(plan.slices)
        && shape.equals(plan.shape);
  }

  @Override
  public int hashCode() {
    return 31 * slices.hashCode() + shape.hashCode();
  }

  /// `u8 [2, 4, 4, 3] along axis 3 into 3 parts: 32 rows of 3 bytes, stacked to u8 [2, 3, 4, 4]`
  @Override
  public String toString() {
    return "%s, stacked to %s %s".formatted(slices.headline(), type(), shape);
  }
}
