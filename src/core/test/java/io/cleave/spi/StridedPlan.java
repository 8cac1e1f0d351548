package io.cleave.spi;

import static java.util.stream.Collectors.toCollection;

import io.cleave.convert.Definition;
import io.cleave.convert.RandomRules;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Plan of a window of padded data, with an oracle that finds each element by its indices: it
/// shares no arithmetic with the planner.
public final class StridedPlan {
  private static final ElementType[] TYPES = ElementType.values();
  private static final int[] EXTENTS = {1, 1, 2, 3, 3, 4, 5, 8, 9, 17, 33, 64, 130};
  private static final int[] PART_COUNTS = {1, 2, 3, 3, 3, 4, 5, 9, 70};
  private static final int[] LENGTHS = {1, 1, 1, 2, 3, 4, 8, 20, 100};
  private static final int[] PADDING = {0, 1, 2, 5, 13, 61, 64};

  /// More memory is not worth its time.
  private static final long MOST_BYTES = 1 << 24;

  private static final byte POISON = (byte) 0xC5;

  private enum Way {
    APART,
    STACKED,
    JOINED
  }

  /// A window of a tensor.
  ///
  /// @param from where it begins along each axis
  /// @param pitches the bytes between two indices of each axis, 0 where they are dense
  private record Window(
      ElementType type, List<Long> whole, List<Long> from, List<Long> extents, List<Long> pitches) {
    Layout layout() {
      Layout layout = Layout.of(type, array(whole));
      for (int i = 0; i < extents.size(); i++) {
        if (!extents.get(i).equals(whole.get(i))) {
          layout = layout.cropped(i, from.get(i), extents.get(i));
        }
        if (pitches.get(i) > 0) {
          layout = layout.pitched(i, pitches.get(i));
        }
      }
      return layout;
    }

    /// In bits.
    long[] strides() {
      long[] strides = new long[whole.size()];
      long dense = type.bits();
      for (int i = strides.length - 1; i >= 0; i--) {
        strides[i] = pitches.get(i) > 0 ? pitches.get(i) * Byte.SIZE : dense;
        dense = strides[i] * whole.get(i);
      }
      return strides;
    }
  }

  private final Window window;
  private final long[] strides;
  private final int axis;
  private final long[] lengths;
  private final int[] order;
  private final Way way;
  private final int along;
  private final SplitPlan plan;

  private StridedPlan(
      Window window,
      int axis,
      long[] lengths,
      int[] order,
      UnaryOperator<SplitPlan> rules,
      Way way,
      int along) {
    this.window = window;
    this.strides = window.strides();
    this.axis = axis;
    this.lengths = lengths;
    this.order = order;
    this.way = way;
    this.along = along;
    SplitPlan parts =
        rules.apply(SplitPlan.of(window.layout(), axis, Cut.byLengths(lengths)).only(order));
    this.plan =
        switch (way) {
          case APART -> parts;
          case STACKED -> parts.stacked(along);
          case JOINED -> parts.joined(along);
        };
  }

  /// A plan of any type, rank, window and order, in parts, stacked or joined.
  ///
  /// @param mostElements of the window
  public static StridedPlan of(Random random, int mostElements) {
    while (true) {
      try {
        StridedPlan some = any(random, mostElements);
        if (some.plan.data().bytes() <= MOST_BYTES) {
          return some;
        }
      } catch (IllegalArgumentException _) {
        // Loops around rows are too many, rows begin within a byte, or parts are not alike.
      }
    }
  }

  private static StridedPlan any(Random random, int mostElements) {
    ElementType type =
        random.nextBoolean() ? ElementType.U8 : TYPES[random.nextInt(TYPES.length - 1)];
    int rank = 1 + Math.max(random.nextInt(5), random.nextInt(5));
    int axis = Math.max(random.nextInt(rank), random.nextInt(rank));
    long[] lengths = lengths(mostElements, random);
    long[] extents = new long[rank];
    long elements = Math.max(1, Arrays.stream(lengths).sum());
    for (int i = 0; i < rank; i++) {
      long extent = pick(EXTENTS, random);
      extents[i] = i == axis || elements * extent > mostElements ? 1 : extent;
      elements *= extents[i];
    }
    extents[axis] = Arrays.stream(lengths).sum();
    int[] order = order(lengths.length, random);
    boolean converts = type.isSubByte() ? random.nextBoolean() : random.nextInt(3) == 0;
    Way way =
        type.isSubByte() && !converts
            ? Way.APART
            : Way.values()[random.nextInt(Way.values().length)];
    boolean drops = way == Way.STACKED && lengths[order[0]] == 1;
    return new StridedPlan(
        window(type, extents, axis, random),
        axis,
        lengths,
        order,
        converts ? parts -> RandomRules.converted(parts, random) : parts -> parts,
        way,
        random.nextInt(way == Way.STACKED && !drops ? rank + 1 : rank));
  }

  private static long[] lengths(int mostElements, Random random) {
    int count = pick(PART_COUNTS, random);
    int most = Math.max(1, mostElements / count / 2);
    int each = Math.min(most, pick(LENGTHS, random));
    boolean isAlike = random.nextInt(4) > 0;
    long[] lengths = new long[count];
    Arrays.setAll(lengths, _ -> isAlike ? each : random.nextInt(2 * each));
    return lengths;
  }

  /// All parts, or some of them, in any order.
  private static int[] order(int count, Random random) {
    List<Integer> all = IntStream.range(0, count).boxed().collect(toCollection(ArrayList::new));
    if (random.nextBoolean()) {
      Collections.shuffle(all, random);
      all = all.subList(0, random.nextInt(1, count + 1));
    }
    return all.stream().mapToInt(i -> i).toArray();
  }

  /// Only axes up to the cut one have gaps.
  private static Window window(ElementType type, long[] extents, int axis, Random random) {
    long[] whole = extents.clone();
    long[] from = new long[extents.length];
    long[] pitches = new long[extents.length];
    boolean isCropped = random.nextInt(3) > 0;
    boolean isPitched = random.nextInt(3) > 0;
    long span = type.bits();
    for (int i = extents.length - 1; i >= 0; i--) {
      if (isCropped && i <= axis && random.nextBoolean()) {
        from[i] = random.nextInt(4);
        whole[i] += from[i] + random.nextInt(4);
      }
      if (isPitched && i < axis && random.nextInt(3) == 0) {
        pitches[i] = Math.max(1, Math.ceilDiv(span, Byte.SIZE) + pick(PADDING, random));
        span = pitches[i] * Byte.SIZE;
      }
      span *= whole[i];
    }
    return new Window(type, boxed(whole), boxed(from), boxed(extents), boxed(pitches));
  }

  /// Windows of images with padded rows, as planes of f32 or f16, or moved.
  ///
  /// @param isStacked whether the planes of each image follow one another
  public static StridedPlan images(
      int count, int height, int width, int channels, boolean isStacked, Random random) {
    int pitch = (width + 7) * channels + pick(PADDING, random);
    Window window =
        new Window(
            ElementType.U8,
            List.of((long) count, height + 5L, width + 7L, (long) channels),
            List.of(0L, 2L, 3L, 0L),
            List.of((long) count, (long) height, (long) width, (long) channels),
            List.of(0L, (long) pitch, 0L, 0L));
    long[] lengths = new long[channels];
    Arrays.fill(lengths, 1);
    return new StridedPlan(
        window,
        3,
        lengths,
        IntStream.range(0, channels).map(i -> channels - 1 - i).toArray(),
        random.nextBoolean() ? plan -> RandomRules.converted(plan, random) : plan -> plan,
        isStacked ? Way.STACKED : Way.APART,
        1);
  }

  private static int pick(int[] choices, Random random) {
    return choices[random.nextInt(choices.length)];
  }

  private static List<Long> boxed(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static long[] array(List<Long> values) {
    return values.stream().mapToLong(value -> value).toArray();
  }

  /// The plan.
  public SplitPlan plan() {
    return plan;
  }

  /// Memory that holds random elements in the window, and poison around them; dense data has
  /// exactly its bytes.
  public MemorySegment content(Random random) {
    long slack = plan.data().isDense() ? 0 : random.nextInt(70);
    byte[] bytes = new byte[Math.toIntExact(plan.data().bytes() + slack)];
    Arrays.fill(bytes, POISON);
    walk(
        array(window.extents),
        index -> {
          Patterns.flip(window.type, bytes, source(index, 0), random.nextLong());
        });
    return MemorySegment.ofArray(bytes);
  }

  /// The bytes of a part.
  public byte[] expected(int part, MemorySegment content) {
    byte[] from = content.toArray(ValueLayout.JAVA_BYTE);
    long[] result = plan.part(part).shape().extents();
    ElementType type = plan.partType();
    byte[] made = new byte[Math.toIntExact(plan.part(part).bytes())];
    for (int i = 0; i < order.length; i++) {
      int slice = i;
      if (way != Way.APART || slice == part) {
        long[] extents = array(window.extents);
        extents[axis] = lengths[order[slice]];
        long begin = Arrays.stream(lengths).limit(order[slice]).sum();
        LongUnaryOperator rule = rule(slice);
        walk(
            extents,
            index -> {
              long pattern = Patterns.get(window.type, from, source(index, begin));
              long goal = position(goal(index, slice, extents), result);
              Patterns.flip(type, made, goal * type.bits(), rule.applyAsLong(pattern));
            });
      }
    }
    return made;
  }

  private LongUnaryOperator rule(int slice) {
    return plan.conversion()
        .map(by -> Definition.of(window.type, by, slice))
        .<LongUnaryOperator>map(definition -> definition::apply)
        .orElse(pattern -> pattern);
  }

  private static void walk(long[] extents, Consumer<long[]> element) {
    long[] index = new long[extents.length];
    for (long left = Arrays.stream(extents).reduce(1, (a, b) -> a * b); left > 0; left--) {
      element.accept(index);
      for (int i = index.length - 1; i >= 0 && ++index[i] == extents[i]; i--) {
        index[i] = 0;
      }
    }
  }

  /// The bit of the memory where an element stands.
  ///
  /// @param begin where the slice begins along the cut axis
  private long source(long[] index, long begin) {
    long at = begin * strides[axis];
    for (int i = 0; i < index.length; i++) {
      at += (window.from.get(i) + index[i]) * strides[i];
    }
    return at;
  }

  private long[] goal(long[] index, int slice, long[] extents) {
    if (way == Way.APART) {
      return index;
    }
    if (way == Way.JOINED) {
      long[] goal = index.clone();
      for (int i = 0; i < slice; i++) {
        goal[along] += along == axis ? lengths[order[i]] : extents[along];
      }
      return goal;
    }
    List<Long> goal = new ArrayList<>(boxed(index));
    if (lengths[order[0]] == 1) {
      goal.remove(axis);
    }
    goal.add(along, (long) slice);
    return array(goal);
  }

  private static long position(long[] index, long[] extents) {
    long position = 0;
    for (int i = 0; i < index.length; i++) {
      position = position * extents[i] + index[i];
    }
    return position;
  }

  @Override
  public String toString() {
    return "%s: lengths %s, order %s, %s along %s"
        .formatted(window, Arrays.toString(lengths), Arrays.toString(order), way, along);
  }
}
