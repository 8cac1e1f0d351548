package io.cleave.plan;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Loop nest of a [SplitPlan], for splitters: what goes where, in units of the data.
///
/// ```
/// for each index o of the levels, of which there are two, one or none:
///   for each piece i:
///     for r in 0 .. rows:
///       source: start + sum of o * stride                + r * row      + offset(i)
///       output: begin(i) + sum of o * partStride(run(i)) + r * run(i)   of output(i)
///       run(i) units are moved, or converted by the rule of slice(i)
/// ```
///
/// | the plan | levels | rows | row |
/// |---|---|---|---|
/// | `[N, H, W, 3]` cut along C | | `N*H*W` | 3 |
/// | the same, stacked to `[N, 3, H, W]` | `N` | `H*W` | 3 |
/// | `[H, W, 3]` with pitch P, cut along C | `H` | `W` | 3 |
/// | the same, cut along W | | `H` | P |
/// | a window of `[N, H, W, 3]`, stacked to `[N, 3, H, W]` | `N`, `H` | `W` | 3 |
/// | `[N, 3, H, W]` cut along C, stacked to `[N, H, W, 3]` | `N`, `H*W` | 1 | `3*H*W` |
///
/// Levels of extent 1 are left out, adjacent ones merge where source and outputs allow, and the
/// innermost one becomes the rows where its runs follow one another in the outputs. All numbers
/// count units of the data, those of outputs too; [#written] tells the bytes of an output.
///
/// Pieces are sorted by offset, do not overlap, and are never empty. They may leave gaps in a row,
/// and the memory may end with the last piece of the last row.
///
/// Immutable.
public final class Geometry {
  /// The most levels.
  public static final int MAX_LEVELS = 2;

  /// One outer loop.
  ///
  /// @param count the number of its indices, 2 or more
  /// @param stride the units of the data from one index to the next
  /// @param runs the runs of a piece from one index to the next in its output, if that is not fixed
  /// @param fixed the units from one index to the next in an output, 0 if they depend on the run
  public record Level(long count, long stride, long runs, long fixed) {
    /// True if the last index of the inner loop is followed directly by the first of the next outer
    /// index, so that both are one loop.
    boolean continues(Level inner) {
      return stride == inner.count * inner.stride
          && runs == inner.count * inner.runs
          && fixed == inner.count * inner.fixed;
    }

    /// The units of an output from one index to the next, for a piece of this run.
    public long partStride(long run) {
      return runs * run + fixed;
    }

    private Level divided(int divisor) {
      return new Level(count, stride / divisor, runs, fixed / divisor);
    }

    /// The same in units that are so many times smaller.
    public Level times(int factor) {
      return new Level(count, stride * factor, runs, fixed * factor);
    }
  }

  private final Unit unit;

  /// The bits of an element of the data, and of an output; 0 for strings.
  private final int sourceBits;

  private final int targetBits;

  private final long start;
  private final long rows;
  private final long row;
  private final List<Level> levels;
  private final int[] slices;
  private final long[] offsets;
  private final long[] runs;

  /// None if each slice is an output.
  private final long[] begins;

  Geometry(SplitPlan plan) {
    this.slices = plan.sortedSlices();
    this.offsets = new long[slices.length];
    this.runs = new long[slices.length];
    this.begins = new long[plan.isStacked() ? slices.length : 0];
    // In bits, or in elements of strings, until all is known to be whole bytes.
    Deque<Level> loops = slices.length == 0 ? new ArrayDeque<>() : loops(plan);
    Level inner = slices.length == 0 ? new Level(0, 0, 1, 0) : loops.removeLast();
    ElementType type = plan.data().type();
    boolean isWhole =
        !type.isSubByte()
            || (areWhole(inner.stride)
                && areWhole(offsets)
                && areWhole(runs)
                && areWhole(begins)
                && loops.stream().allMatch(level -> areWhole(level.stride, level.fixed)));
    this.unit = type == ElementType.STRING ? Unit.ELEMENT : isWhole ? Unit.BYTE : Unit.BIT;
    requireCarriedOut(plan, loops);
    int divisor = bitsOf(unit);
    this.sourceBits = type.bits();
    this.targetBits = plan.partType().bits();
    this.start = slices.length == 0 ? 0 : plan.data().start() / divisor;
    this.rows = inner.count;
    this.row = inner.stride / divisor;
    this.levels = loops.stream().map(level -> level.divided(divisor)).toList();
    for (long[] bits : List.of(offsets, runs, begins)) {
      Arrays.setAll(bits, i -> bits[i] / divisor);
    }
  }

  /// Places all pieces.
  ///
  /// @return the loops, those of the rows last
  private Deque<Level> loops(SplitPlan plan) {
    Shape shape = plan.data().shape();
    int axis = plan.axis();
    int width = plan.data().type().width();
    // A single slice is one output, wherever it is stacked.
    int at = slices.length > 1 ? plan.stackAxis() : 0;
    long inner = shape.product(axis + 1, shape.rank()) * width;
    for (int i = 0; i < slices.length; i++) {
      offsets[i] = plan.position(slices[i]) * inner;
      runs[i] = plan.length(slices[i]) * inner;
    }
    long sum = Arrays.stream(runs).sum();
    long chunk = at > axis ? shape.product(at, shape.rank()) * width : 0;
    if (begins.length > 0) {
      placeSlices(plan, chunk == 0 ? shape.product(at, axis) * inner : 0, chunk);
    }
    Deque<Level> loops = levels(plan, at, sum, chunk);
    boolean haveRows = !loops.isEmpty() && loops.getLast().runs == 1 && loops.getLast().fixed == 0;
    if (!haveRows) {
      loops.addLast(new Level(1, shape.extent(axis) * inner, 1, 0));
    }
    return loops;
  }

  /// Places each slice behind the one before it.
  ///
  /// @param each what a position along the axis adds to a slice, if that has whole runs
  /// @param chunk the length of a slice otherwise
  private void placeSlices(SplitPlan plan, long each, long chunk) {
    long[] ends = new long[plan.sliceCount()];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += chunk + each * plan.length(i);
      ends[i] = end;
    }
    Arrays.setAll(begins, i -> slices[i] == 0 ? 0 : ends[slices[i] - 1]);
  }

  /// The axes before the cut one, and behind them the chunks of runs that a stack along an inner
  /// axis breaks.
  ///
  /// @param at the axis that stacked slices come before
  /// @param sum of all runs
  private Deque<Level> levels(SplitPlan plan, int at, long sum, long chunk) {
    Deque<Level> levels = new ArrayDeque<>();
    long perRun = 1;
    long fixed = 0;
    if (chunk > 0) {
      long count = runs[0] / chunk;
      perRun = 0;
      fixed = slices.length * chunk;
      add(levels, new Level(count, chunk, 0, fixed));
      fixed *= count;
      Arrays.fill(runs, chunk);
    }
    for (int i = plan.axis() - 1; i >= 0; i--) {
      if (i == at - 1) {
        fixed = perRun * sum;
        perRun = 0;
      }
      long count = plan.data().shape().extent(i);
      add(levels, new Level(count, plan.data().stride(i), perRun, fixed));
      perRun *= count;
      fixed *= count;
    }
    return levels;
  }

  /// Adds a level around others, or makes it one with the outermost of them.
  private static void add(Deque<Level> levels, Level level) {
    Level inner = levels.peekFirst();
    if (level.count == 1) {
      return;
    }
    if (inner != null && level.continues(inner)) {
      levels.removeFirst();
      levels.addFirst(new Level(level.count * inner.count, inner.stride, inner.runs, inner.fixed));
    } else {
      levels.addFirst(level);
    }
  }

  private static boolean areWhole(long... bits) {
    return Arrays.stream(bits).allMatch(bit -> bit % Byte.SIZE == 0);
  }

  private void requireCarriedOut(SplitPlan plan, Deque<Level> outer) {
    if (outer.size() > MAX_LEVELS) {
      throw new IllegalArgumentException(
          "%s, cut along axis %s, takes %s loops around its rows, and at most %s are carried out; split its outermost axis index by index, or copy it to a dense tensor first"
              .formatted(plan.data(), plan.axis(), outer.size(), MAX_LEVELS));
    }
    if (unit == Unit.BIT
        && plan.conversion().isEmpty()
        && outer.stream()
            .anyMatch(level -> Arrays.stream(runs).anyMatch(run -> !areWhole(run * level.runs)))) {
      throw new IllegalArgumentException(
          "%s has parts whose rows begin within a byte of the one before; copy it to a dense tensor first"
              .formatted(plan.data()));
    }
  }

  /// The unit of all numbers.
  public Unit unit() {
    return unit;
  }

  /// The unit of the data where the first row begins.
  public long start() {
    return start;
  }

  /// The rows of each index of the levels, 0 if nothing is moved.
  public long rows() {
    return rows;
  }

  /// The units of the data from one row to the next, at least to the end of the last piece.
  public long row() {
    return row;
  }

  /// The outer loops, outermost first.
  public List<Level> levels() {
    return levels;
  }

  /// The rows of all indices of the levels.
  public long allRows() {
    long all = rows;
    for (Level level : levels) {
      all *= level.count;
    }
    return all;
  }

  /// The number of pieces of a row.
  public int pieces() {
    return slices.length;
  }

  /// The first unit of a piece in each row of the data.
  public long offset(int piece) {
    return offsets[piece];
  }

  /// The units of a piece in each row.
  public long run(int piece) {
    return runs[piece];
  }

  /// The index of the part that a piece goes to.
  public int output(int piece) {
    return begins.length > 0 ? 0 : slice(piece);
  }

  /// The unit of its output where a piece begins.
  public long begin(int piece) {
    return begins.length > 0 ? begins[piece] : 0;
  }

  /// The index of the rule of a piece, see [Conversion#rule]: its part, or its slice of a stack.
  public int slice(int piece) {
    return slices[piece];
  }

  /// The elements that so many units of the data are, which are no strings.
  public long elements(long units) {
    return units * bitsOf(unit) / sourceBits;
  }

  /// The bytes of an output that so many units of the data become, the last of which may be partly
  /// used. Strings are counted.
  public long written(long units) {
    return unit == Unit.ELEMENT ? units : Math.ceilDiv(elements(units) * targetBits, Byte.SIZE);
  }

  /// True if runs of this length stand in the data as they do in their output.
  boolean isContiguous(long run) {
    return (rows == 1 || run == row)
        && levels.stream().allMatch(level -> level.partStride(run) == level.stride);
  }

  /// True if each piece stands at the same distance from its place in the output.
  boolean isContiguous() {
    return IntStream.range(0, pieces())
        .allMatch(i -> isContiguous(run(i)) && offset(i) - begin(i) == offset(0) - begin(0));
  }

  String unitName() {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  private static int bitsOf(Unit unit) {
    return unit == Unit.BYTE ? Byte.SIZE : 1;
  }
}
