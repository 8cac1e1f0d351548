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
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Plan of a window of padded data, with an oracle that finds each element by its indices: it
/// shares no arithmetic with the planner.
public final class StridedPlan {
  private static final ElementType[] TYPES = ElementType.values();
  private static final int[] EXTENTS = {1, 1, 2, 3, 3, 4, 5, 8, 9, 17, 33, 64, 130};
  private static final int[] PART_COUNTS = {1, 2, 3, 3, 3, 4, 5, 9, 70};
  private static final int[] LENGTHS = {1, 1, 1, 2, 3, 4, 8, 20, 100};
  private static final int[] PADDING = {0, 1, 2, 5, 13, 61, 64};

  /// Reasons for which a random plan may be refused.
  private static final Pattern REFUSALS =
      Pattern.compile(
          "of equal lengths|whole byte|within a byte|loops around its rows|is not"
              + " (stacked|joined)");

  /// More memory is not worth its time.
  private static final long MOST_BYTES = 1 << 20;

  private enum Way {
    APART,
    STACKED,
    JOINED
  }

  /// Visitor of the elements of a part.
  private interface Elements {
    /// @param slice the position of the slice in the part
    /// @param source the bit of the memory where the element begins
    /// @param goal the index of the element in the part
    void accept(int slice, long source, int goal);
  }

  /// A window of a tensor. Pitches are the bytes between two indices of an axis, 0 where they are
  /// dense; strides are in bits.
  private static final class Window {
    private final long[] from;
    private final long[] extents;
    private final long[] strides;
    private final Layout layout;

    Window(ElementType type, long[] whole, long[] from, long[] extents, long[] pitches) {
      this.from = from;
      this.extents = extents;
      this.strides = new long[whole.length];
      long dense = type.bits();
      for (int i = whole.length - 1; i >= 0; i--) {
        strides[i] = pitches[i] > 0 ? pitches[i] * Byte.SIZE : dense;
        dense = strides[i] * whole[i];
      }
      Layout data = Layout.of(type, whole);
      for (int i = 0; i < whole.length; i++) {
        data = extents[i] == whole[i] ? data : data.cropped(i, from[i], extents[i]);
        data = pitches[i] > 0 ? data.pitched(i, pitches[i]) : data;
      }
      this.layout = data;
    }
  }

  private final Window window;
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
    this.axis = axis;
    this.lengths = lengths;
    this.order = order;
    this.way = way;
    this.along = along;
    SplitPlan parts =
        rules.apply(SplitPlan.of(window.layout, axis, Cut.byLengths(lengths)).only(order));
    this.plan =
        switch (way) {
          case APART -> parts;
          case STACKED -> parts.stacked(along);
          case JOINED -> parts.joined(along);
        };
  }

  /// A plan of any type, rank, window, order and conversion, in parts, stacked or joined.
  ///
  /// @param mostElements of the window
  public static StridedPlan of(Random random, int mostElements) {
    return of(random, mostElements, plan -> RandomRules.converted(plan, random));
  }

  /// The same, converted by some rules if at all.
  public static StridedPlan of(Random random, int mostElements, UnaryOperator<SplitPlan> rules) {
    while (true) {
      try {
        StridedPlan some = any(random, mostElements, rules);
        if (some.plan.data().bytes() <= MOST_BYTES) {
          return some;
        }
      } catch (IllegalArgumentException e) {
        if (!REFUSALS.matcher(String.valueOf(e.getMessage())).find()) {
          throw e;
        }
      }
    }
  }

  private static StridedPlan any(Random random, int mostElements, UnaryOperator<SplitPlan> rules) {
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
        converts ? rules : UnaryOperator.identity(),
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
    return new Window(type, whole, from, extents, pitches);
  }

  /// Windows of images with padded rows, as planes.
  ///
  /// @param isStacked whether the planes of each image follow one another
  public static StridedPlan images(
      int count,
      int height,
      int width,
      int channels,
      boolean isStacked,
      Random random,
      UnaryOperator<SplitPlan> rules) {
    int pitch = (width + 7) * channels + pick(PADDING, random);
    Window window =
        new Window(
            ElementType.U8,
            new long[] {count, height + 5, width + 7, channels},
            new long[] {0, 2, 3, 0},
            new long[] {count, height, width, channels},
            new long[] {0, pitch, 0, 0});
    long[] lengths = new long[channels];
    Arrays.fill(lengths, 1);
    return new StridedPlan(
        window,
        3,
        lengths,
        IntStream.range(0, channels).map(i -> channels - 1 - i).toArray(),
        rules,
        isStacked ? Way.STACKED : Way.APART,
        1);
  }

  private static int pick(int[] choices, Random random) {
    return choices[random.nextInt(choices.length)];
  }

  /// The plan.
  public SplitPlan plan() {
    return plan;
  }

  /// Random memory that holds the window, and more behind it; dense data has exactly its bytes.
  public MemorySegment content(Random random) {
    long slack = plan.data().isDense() ? 0 : random.nextInt(70);
    byte[] bytes = new byte[Math.toIntExact(plan.data().bytes() + slack)];
    random.nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  /// The bytes of a part.
  public byte[] expected(int part, MemorySegment content) {
    byte[] from = content.toArray(ValueLayout.JAVA_BYTE);
    ElementType source = plan.data().type();
    ElementType type = plan.partType();
    byte[] made = new byte[Math.toIntExact(plan.part(part).bytes())];
    List<LongUnaryOperator> rules = IntStream.range(0, order.length).mapToObj(this::rule).toList();
    elements(
        part,
        (slice, place, goal) -> {
          long pattern = Patterns.get(source, from, place);
          long bit = (long) goal * type.bits();
          Patterns.flip(type, made, bit, rules.get(slice).applyAsLong(pattern));
        });
    return made;
  }

  private LongUnaryOperator rule(int slice) {
    return plan.conversion()
        .map(by -> Definition.of(plan.data().type(), by, slice))
        .<LongUnaryOperator>map(definition -> definition::apply)
        .orElse(pattern -> pattern);
  }

  /// For each element of a part, in order, the bit of the memory where it begins.
  public long[] places(int part) {
    long[] places = new long[Math.toIntExact(plan.part(part).shape().elements())];
    Arrays.fill(places, -1);
    elements(
        part,
        (_, place, goal) -> {
          if (places[goal] >= 0) {
            throw new AssertionError("element %s of %s is there twice".formatted(goal, this));
          }
          places[goal] = place;
        });
    return places;
  }

  private void elements(int part, Elements elements) {
    long[] steps = steps(plan.part(part).shape().extents());
    long to = 0;
    for (int slice = 0; slice < order.length; slice++) {
      if (way != Way.APART || slice == part) {
        long begin = Arrays.stream(lengths).limit(order[slice]).sum() * window.strides[axis];
        walk(slice, 0, begin, to, steps, elements);
      }
      to +=
          switch (way) {
            case APART -> 0;
            case STACKED -> steps[window.extents.length];
            case JOINED -> extent(slice, along) * steps[along];
          };
    }
  }

  /// How far apart two indices of each axis are in a part, and last how far two slices are.
  private long[] steps(long[] result) {
    int rank = window.extents.length;
    List<Integer> axes = IntStream.range(0, rank).boxed().collect(toCollection(ArrayList::new));
    if (way == Way.STACKED) {
      axes.removeIf(each -> each == axis && lengths[order[0]] == 1);
      axes.add(along, rank);
    }
    long[] steps = new long[rank + 1];
    long step = 1;
    for (int i = axes.size() - 1; i >= 0; i--) {
      steps[axes.get(i)] = step;
      step *= result[i];
    }
    return steps;
  }

  private long extent(int slice, int ofAxis) {
    return ofAxis == axis ? lengths[order[slice]] : window.extents[ofAxis];
  }

  /// Visits all indices of an axis and of those behind it.
  private void walk(int slice, int at, long from, long to, long[] steps, Elements elements) {
    boolean isLast = at == window.extents.length - 1;
    long extent = extent(slice, at);
    for (long i = 0; i < extent; i++) {
      long source = from + (window.from[at] + i) * window.strides[at];
      long goal = to + i * steps[at];
      if (isLast) {
        elements.accept(slice, source, (int) goal);
      } else {
        walk(slice, at + 1, source, goal, steps, elements);
      }
    }
  }

  @Override
  public String toString() {
    return "%s from %s: axis %s, lengths %s, order %s, %s along %s"
        .formatted(
            plan.data(),
            Arrays.toString(window.from),
            axis,
            Arrays.toString(lengths),
            Arrays.toString(order),
            way,
            along);
  }
}
