package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.PackedElements;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/// Random operations and data: most of them right, many almost right, some hostile. A seed gives
/// the same ones everywhere.
public final class RandomOperations {
  private static final int MAX_RANK = 8;

  /// Few enough that OpenVINO makes a model of them in a moment.
  private static final int MAX_PARTS = 48;

  private static final int MAX_INTERVAL = 100;

  private static final List<ElementType> TYPES = List.of(ElementType.values());
  private static final List<ElementType> INDEX_TYPES =
      TYPES.stream().filter(ElementType::holdsIndices).toList();

  private static final List<String> ODD_SHAPES =
      List.of("[]", "[1]", "[2]", "[0]", "[1,1]", "[?]", "[1..3]", "[2..3]", "...", "[?,1]");

  private static final List<Long> HOSTILE =
      List.of(
          Long.MIN_VALUE,
          -1L << 32,
          -129L,
          -3L,
          -2L,
          -1L,
          0L,
          1L << 31,
          1L << 32,
          1L << 62,
          Long.MAX_VALUE - 1,
          Long.MAX_VALUE);

  private final SplittableRandom random;

  public RandomOperations(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// Data of any bits or, half of the time, of values that types of 32 bits hold, too.
  byte[] data(SplitPlan plan) {
    ElementType type = plan.data().type();
    SplittableRandom content = random.split();
    byte[] bytes = new byte[Math.toIntExact(plan.data().bytes())];
    content.nextBytes(bytes);
    if (content.nextBoolean()) {
      PackedElements elements = new PackedElements(type, MemorySegment.ofArray(bytes));
      for (long i = 0; i < plan.data().shape().elements(); i++) {
        long value = elements.get(i);
        elements.set(
            i,
            switch (type) {
              case F64 -> Double.doubleToRawLongBits((int) value);
              case I64 -> (int) value;
              case U64 -> value & Integer.MAX_VALUE;
              case BOOLEAN -> value & 1;
              default -> value;
            });
      }
    }
    return bytes;
  }

  /// The next operation.
  public SplitOperation next() {
    ElementType type = pick(TYPES);
    PartialShape shape = shape();
    boolean variadic = oneIn(2) || !shape.isRankKnown();
    boolean hasAxis = shape.isRankKnown() && shape.rank() > 0;
    int along = hasAxis ? random.nextInt(shape.rank()) : 0;
    long min = hasAxis ? shape.min(along) : 0;
    long max = hasAxis ? shape.max(along) : Long.MAX_VALUE;
    // One that the shape takes.
    long extent = min + random.nextLong(Math.min(max - min, MAX_INTERVAL) + 1);
    IntegerInput axis = axis(shape, along, variadic);
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
      long min = known || oneIn(2) ? extent(rank) : random.nextInt(50);
      long max = known || oneIn(2) ? min : Math.max(min, min + random.nextInt(MAX_INTERVAL));
      boolean isOpen = !known && oneIn(6);
      shape = shape.bounded(i, isOpen && oneIn(2) ? 0 : min, isOpen ? Long.MAX_VALUE : max);
    }
    return shape;
  }

  /// Small where there are many, so that their product is, too.
  private long extent(int rank) {
    if (oneIn(60)) {
      return Math.max(0, pick(HOSTILE));
    }
    return oneIn(20) ? 0 : 1 + random.nextInt(rank <= 2 ? 100 : rank <= 4 ? 12 : 4);
  }

  private IntegerInput axis(PartialShape shape, int along, boolean variadic) {
    PartialShape axisShape = PartialShape.parse(variadic && oneIn(3) ? "[1]" : "[]");
    if (oneIn(12)) {
      axisShape = PartialShape.parse(pick(ODD_SHAPES));
    }
    ElementType type = indexType();
    if (oneIn(10) || !axisShape.isKnown()) {
      return IntegerInput.unknown(type, axisShape);
    }
    int rank = shape.isRankKnown() ? shape.rank() : random.nextInt(MAX_RANK);
    long value = oneIn(2) ? along : along - rank;
    if (oneIn(10)) {
      value = pick(List.of((long) rank, -rank - 1L, pick(HOSTILE)));
    }
    return input(type, axisShape, Collections.nCopies((int) axisShape.toShape().elements(), value));
  }

  private ElementType indexType() {
    return oneIn(12) ? pick(TYPES) : oneIn(2) ? ElementType.I64 : pick(INDEX_TYPES);
  }

  private IntegerInput lengths(long extent) {
    ElementType type = indexType();
    if (oneIn(15)) {
      return IntegerInput.unknown(type, PartialShape.parse(pick(ODD_SHAPES)));
    }
    List<Long> lengths = cut(extent);
    int at = random.nextInt(lengths.size());
    // Some are wrong, by a little or by a hostile number.
    switch (random.nextInt(12)) {
      case 0 -> lengths.set(at, lengths.get(at) + random.nextInt(5) - 1);
      case 1 -> lengths.set(at, pick(HOSTILE));
      case 2 -> lengths.add(at, random.nextInt(5) - 1L);
      default -> {}
    }
    PartialShape list = PartialShape.of(lengths.size());
    return input(type, oneIn(40) ? PartialShape.of(1, lengths.size()) : list, lengths);
  }

  /// Lengths that fit.
  private List<Long> cut(long extent) {
    List<Long> lengths = new ArrayList<>();
    long left = extent;
    for (int parts = random.nextInt(oneIn(4) ? MAX_PARTS : 4); parts > 0; parts--) {
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

  /// Most of them divide the extent.
  private long count(long extent) {
    if (oneIn(30)) {
      return random.nextInt(4) - 3L;
    }
    long count = 1 + random.nextLong(Math.clamp(extent, 1, MAX_PARTS));
    while (extent % count != 0 && !oneIn(30)) {
      count--;
    }
    return count;
  }

  /// With values that the type can hold.
  private static IntegerInput input(ElementType type, PartialShape shape, List<Long> values) {
    int unused = Long.SIZE - type.bits();
    return IntegerInput.of(
        type,
        shape.toShape(),
        values.stream()
            .mapToLong(
                value ->
                    switch (type) {
                      case I4, I8, I16, I32, I64 -> value << unused >> unused;
                      case U4, U8, U16, U32 -> value << unused >>> unused;
                      case U64 -> value & Long.MAX_VALUE;
                      // Of the others any value is refused; small ones are the same in each.
                      default -> value & 1;
                    })
            .toArray());
  }
}
