package io.cleave.agreement;

import io.cleave.conformance.PackedElements;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/// Random operations and data: most of them right, many almost right, some hostile. A seed gives
/// the same ones everywhere.
public final class RandomOperations {
  private static final int MAX_RANK = 8;

  /// Few enough that OpenVINO makes a model of them in a moment.
  private static final int MAX_PARTS = 24;

  private static final List<ElementType> TYPES = List.of(ElementType.values());
  private static final List<ElementType> INDEX_TYPES =
      TYPES.stream().filter(ElementType::holdsIndices).toList();

  private static final long[] HOSTILE = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -(1L << 32),
    -129,
    -3,
    -2,
    -1,
    0,
    1,
    1L << 31,
    1L << 32,
    1L << 62,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  private record Extent(long min, long max) {
    private static final Extent UNKNOWN = new Extent(0, Long.MAX_VALUE);

    private static Extent of(long known) {
      return new Extent(known, known);
    }

    private boolean isKnown() {
      return min == max;
    }

    private boolean isUnbounded() {
      return max == Long.MAX_VALUE && !isKnown();
    }
  }

  private final SplittableRandom random;
  private final SplittableRandom content;

  public RandomOperations(long seed) {
    this.random = new SplittableRandom(seed);
    this.content = new SplittableRandom(seed);
  }

  /// Data of any bits or, half of the time, of values that types of 32 bits hold, too.
  byte[] data(SplitPlan plan) {
    ElementType type = plan.data().type();
    long count = plan.data().shape().elements();
    byte[] bytes = new byte[Math.toIntExact(type.bytes(count))];
    PackedElements elements = new PackedElements(type, MemorySegment.ofArray(bytes));
    boolean small = content.nextBoolean();
    for (long i = 0; i < count; i++) {
      elements.set(i, small ? small(type) : content.nextLong());
    }
    return bytes;
  }

  private long small(ElementType type) {
    return switch (type) {
      case F64 -> Double.doubleToRawLongBits(content.nextInt());
      case I64 -> content.nextInt();
      case U64 -> content.nextInt() & Integer.MAX_VALUE;
      case BOOLEAN -> content.nextInt(2);
      default -> content.nextLong();
    };
  }

  /// The next operation.
  public SplitOperation next() {
    ElementType type = pick(TYPES);
    PartialShape shape = shape();
    boolean variadic = oneIn(2) || !shape.isRankKnown();
    int along = shape.isRankKnown() && shape.rank() > 0 ? random.nextInt(shape.rank()) : 0;
    IntegerInput axis = axis(shape, along, variadic);
    Extent extent =
        shape.isRankKnown() && shape.rank() > 0
            ? new Extent(shape.min(along), shape.max(along))
            : Extent.UNKNOWN;
    return variadic
        ? SplitOperation.variadicSplit(shape, type, axis, lengths(extent))
        : SplitOperation.split(shape, type, axis, count(extent));
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private PartialShape shape() {
    if (oneIn(20)) {
      return PartialShape.unknownRank();
    }
    // Half of them are known, so that data can be split.
    boolean known = oneIn(2);
    int rank = oneIn(20) ? 0 : 1 + random.nextInt(MAX_RANK);
    PartialShape shape = PartialShape.of(new long[rank]);
    for (int i = 0; i < rank; i++) {
      Extent extent = known || oneIn(2) ? Extent.of(extent(rank)) : partial();
      shape = shape.bounded(i, extent.min, extent.max);
    }
    return shape;
  }

  /// Small where there are many, so that their product is, too.
  private long extent(int rank) {
    if (oneIn(60)) {
      return HOSTILE[8 + random.nextInt(HOSTILE.length - 8)];
    }
    return oneIn(20) ? 0 : 1 + random.nextInt(rank <= 2 ? 100 : rank <= 4 ? 12 : 4);
  }

  private Extent partial() {
    long min = random.nextInt(50);
    return switch (random.nextInt(4)) {
      case 0 -> new Extent(min, Long.MAX_VALUE);
      case 1 -> Extent.UNKNOWN;
      default -> new Extent(min, min + random.nextInt(100));
    };
  }

  private IntegerInput axis(PartialShape shape, int along, boolean variadic) {
    PartialShape axisShape = axisShape(variadic);
    ElementType type = indexType();
    if (oneIn(10) || !axisShape.isKnown()) {
      return IntegerInput.unknown(type, axisShape);
    }
    int rank = shape.isRankKnown() ? shape.rank() : random.nextInt(MAX_RANK);
    long value = oneIn(2) ? along : along - rank;
    if (oneIn(15)) {
      value = oneIn(2) ? rank : -rank - 1;
    } else if (oneIn(30)) {
      value = hostile();
    }
    long[] values = new long[Math.toIntExact(axisShape.toShape().elements())];
    Arrays.fill(values, value);
    return input(type, axisShape, values);
  }

  private PartialShape axisShape(boolean variadic) {
    if (oneIn(12)) {
      return PartialShape.parse(
          pick(List.of("[1]", "[2]", "[0]", "[1,1]", "[?]", "[1..3]", "[2..3]", "...", "[?,1]")));
    }
    return variadic && oneIn(3) ? PartialShape.parse("[1]") : PartialShape.parse("[]");
  }

  private ElementType indexType() {
    return oneIn(12) ? pick(TYPES) : oneIn(2) ? ElementType.I64 : pick(INDEX_TYPES);
  }

  private long hostile() {
    return HOSTILE[random.nextInt(HOSTILE.length)];
  }

  private IntegerInput lengths(Extent extent) {
    ElementType type = indexType();
    if (oneIn(15)) {
      return IntegerInput.unknown(
          type,
          PartialShape.parse(pick(List.of("[3]", "[1]", "[?]", "[1..4]", "...", "[]", "[2,2]"))));
    }
    List<Long> lengths = cut(extent);
    spoil(lengths);
    if (oneIn(40)) {
      return input(type, PartialShape.parse("[1,%s]".formatted(lengths.size())), array(lengths));
    }
    return input(type, PartialShape.of(lengths.size()), array(lengths));
  }

  /// Lengths that fit.
  private List<Long> cut(Extent extent) {
    long total = extent.isUnbounded() ? extent.min() + random.nextInt(50) : extent.max();
    if (!extent.isKnown() && !extent.isUnbounded()) {
      total = extent.min() + random.nextLong(extent.max() - extent.min() + 1);
    }
    List<Long> lengths = new ArrayList<>();
    int parts = 1 + random.nextInt(oneIn(4) ? MAX_PARTS : 4);
    long left = total;
    for (int i = 1; i < parts; i++) {
      long length = left == 0 || oneIn(10) ? 0 : random.nextLong(left);
      lengths.add(length);
      left -= length;
    }
    lengths.add(left);
    Collections.swap(lengths, 0, random.nextInt(lengths.size()));
    if (oneIn(3)) {
      lengths.set(random.nextInt(lengths.size()), -1L);
    }
    return lengths;
  }

  /// Makes some of them wrong, by a little or with a hostile number.
  private void spoil(List<Long> lengths) {
    int at = random.nextInt(lengths.size());
    switch (random.nextInt(12)) {
      case 0 -> lengths.set(at, lengths.get(at) + 1 + random.nextInt(3));
      case 1 -> lengths.set(at, hostile());
      case 2 -> lengths.add(at, (long) random.nextInt(5) - 1);
      case 3 -> {
        if (oneIn(3)) {
          lengths.clear();
        } else {
          lengths.set(at, lengths.get(at) - 1);
        }
      }
      default -> {}
    }
  }

  private long count(Extent extent) {
    if (oneIn(20)) {
      return oneIn(2) ? random.nextInt(4) - 3L : 1L + random.nextInt(MAX_PARTS);
    }
    long total = extent.isKnown() ? extent.min() : extent.isUnbounded() ? 0 : extent.max();
    if (!extent.isKnown() || total == 0) {
      return 1L + random.nextInt(MAX_PARTS);
    }
    long count = 1L + random.nextInt((int) Math.min(total, MAX_PARTS));
    while (total % count != 0 && !oneIn(30)) {
      count--;
    }
    return count;
  }

  /// With values that the type can hold.
  private static IntegerInput input(ElementType type, PartialShape shape, long[] values) {
    long[] held = values.clone();
    for (int i = 0; i < held.length; i++) {
      held[i] = held(type, held[i]);
    }
    return IntegerInput.of(type, shape.toShape(), held);
  }

  private static long held(ElementType type, long value) {
    int bits = type.bits();
    return switch (type) {
      case I4, I8, I16, I32 -> value << (Long.SIZE - bits) >> (Long.SIZE - bits);
      case U4, U8, U16, U32 -> value & ((1L << bits) - 1);
      case U64 -> value & Long.MAX_VALUE;
      case I64 -> value;
      // Of the others any value is refused; small ones are the same in each of them.
      default -> value & 1;
    };
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }
}
