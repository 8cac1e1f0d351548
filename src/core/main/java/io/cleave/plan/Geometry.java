package io.cleave.plan;

import java.util.ArrayList;
import java.util.Arrays;
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
    boolean holds(Level inner) {
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

  /// The bits of an element that is converted; else those of the unit.
  private final int sourceBits;

  /// The bits that it becomes.
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
    Builder bits = new Builder(plan);
    this.unit = bits.unit();
    bits.requireCarriedOut(unit);
    boolean converts = plan.conversion().isPresent();
    int divisor = bitsOf(unit);
    this.sourceBits = converts ? plan.data().type().bits() : divisor;
    this.targetBits = converts ? plan.partType().bits() : divisor;
    this.slices = bits.slices;
    this.start = slices.length == 0 ? 0 : plan.data().start() / divisor;
    this.rows = bits.rows;
    this.row = bits.row / divisor;
    this.levels = bits.levels.stream().map(level -> level.divided(divisor)).toList();
    this.offsets = divided(bits.offsets, divisor);
    this.runs = divided(bits.runs, divisor);
    this.begins = divided(bits.begins, divisor);
  }

  private static long[] divided(long[] values, int divisor) {
    return Arrays.stream(values).map(value -> value / divisor).toArray();
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

  /// The elements that so many units of the data are, if the plan converts them.
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

  /// The same in bits, or in elements of strings.
  private static final class Builder {
    private final SplitPlan plan;
    private final Layout data;
    private final List<Level> levels = new ArrayList<>();
    private final int[] slices;
    private final long[] offsets;
    private final long[] runs;
    private final long[] begins;
    private long rows;
    private long row;

    Builder(SplitPlan plan) {
      this.plan = plan;
      this.data = plan.data();
      this.slices = plan.sortedSlices();
      this.offsets = new long[slices.length];
      this.runs = new long[slices.length];
      this.begins = new long[plan.isStacked() ? slices.length : 0];
      if (slices.length > 0) {
        addPieces();
      }
    }

    private void addPieces() {
      Shape shape = data.shape();
      int axis = plan.axis();
      int width = data.type().width();
      // A single slice is an output of its own, wherever it is stacked.
      int at = slices.length > 1 ? plan.stackAxis() : 0;
      long inner = shape.product(axis + 1, shape.rank()) * width;
      for (int i = 0; i < slices.length; i++) {
        offsets[i] = plan.position(slices[i]) * inner;
        runs[i] = plan.length(slices[i]) * inner;
      }
      long sum = Arrays.stream(runs).sum();
      long chunk = at > axis ? shape.product(at, shape.rank()) * width : 0;
      if (begins.length > 0) {
        placeSlices(chunk == 0 ? shape.product(at, axis) * inner : 0, chunk);
      }
      addLevels(axis, at, sum, chunk);
      rows = 1;
      row = shape.extent(axis) * inner;
      if (!levels.isEmpty() && levels.getLast().runs == 1 && levels.getLast().fixed == 0) {
        Level last = levels.removeLast();
        rows = last.count;
        row = last.stride;
      }
    }

    /// Places each slice behind the one before it.
    ///
    /// @param each what a position along the axis adds to a slice, if that has whole runs
    /// @param chunk the length of a slice otherwise
    private void placeSlices(long each, long chunk) {
      long[] ends = new long[plan.sliceCount()];
      long end = 0;
      for (int i = 0; i < ends.length; i++) {
        end += chunk + each * plan.length(i);
        ends[i] = end;
      }
      Arrays.setAll(begins, i -> slices[i] == 0 ? 0 : ends[slices[i] - 1]);
    }

    /// Adds the axes before the cut one, from the innermost to the outermost, and before them the
    /// chunks of runs that a stack along an inner axis breaks.
    ///
    /// @param at the axis that stacked slices come before
    /// @param sum of all runs
    private void addLevels(int axis, int at, long sum, long chunk) {
      long perRun = 1;
      long fixed = 0;
      if (chunk > 0) {
        long count = runs[0] / chunk;
        perRun = 0;
        fixed = slices.length * chunk;
        add(new Level(count, chunk, 0, fixed));
        fixed *= count;
        Arrays.fill(runs, chunk);
      }
      for (int i = axis - 1; i >= 0; i--) {
        if (i == at - 1) {
          fixed = perRun * sum;
          perRun = 0;
        }
        long count = data.shape().extent(i);
        add(new Level(count, data.stride(i), perRun, fixed));
        perRun *= count;
        fixed *= count;
      }
    }

    private void add(Level level) {
      if (level.count == 1) {
        return;
      }
      Level inner = levels.isEmpty() ? null : levels.getFirst();
      if (inner != null && level.holds(inner)) {
        levels.set(0, new Level(level.count * inner.count, inner.stride, inner.runs, inner.fixed));
      } else {
        levels.addFirst(level);
      }
    }

    private Unit unit() {
      if (data.type() == ElementType.STRING) {
        return Unit.ELEMENT;
      }
      boolean isWhole =
          !data.type().isSubByte()
              || (row % Byte.SIZE == 0
                  && areWhole(offsets)
                  && areWhole(runs)
                  && areWhole(begins)
                  && levels.stream().allMatch(level -> areWhole(level.stride, level.fixed)));
      return isWhole ? Unit.BYTE : Unit.BIT;
    }

    private static boolean areWhole(long... bits) {
      return Arrays.stream(bits).allMatch(bit -> bit % Byte.SIZE == 0);
    }

    private void requireCarriedOut(Unit unit) {
      if (levels.size() > MAX_LEVELS) {
        throw new IllegalArgumentException(
            "%s, cut along axis %s, takes %s loops around its rows, and at most %s are carried out; split its outermost axis index by index, or copy it to a dense tensor first"
                .formatted(data, plan.axis(), levels.size(), MAX_LEVELS));
      }
      if (unit == Unit.BIT && plan.conversion().isEmpty() && !areSeparate()) {
        throw new IllegalArgumentException(
            "%s has parts whose rows begin within a byte of the one before; copy it to a dense tensor first"
                .formatted(data));
      }
    }

    private boolean areSeparate() {
      return levels.stream()
          .allMatch(level -> areWhole(Arrays.stream(runs).map(run -> run * level.runs).toArray()));
    }
  }
}
