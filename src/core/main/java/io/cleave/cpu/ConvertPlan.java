package io.cleave.cpu;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ElementRuns;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.KindsCache;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PixelConverter;
import io.cleave.cpu.loops.PlainConverter;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Scratch;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Execution plan of conversions: one tile of rows after the other, part by part, so that data is
/// read once and parts are written once.
///
/// Long runs are converted straight from the data, and so are shorter ones that fill a vector where
/// loops on the Vector API are ready. Other runs are first gathered in scratch memory, by the
/// movers that split. Short runs that lie apart in their part are converted to scratch memory, and
/// spread from there.
///
/// Positions in the data are in bits.
final class ConvertPlan extends CpuPlan {
  /// The most elements of a part that are gathered of a tile: a first-level cache holds them, with
  /// the results of a step.
  private static final int TILE = 8192;

  /// The most bytes of the data of a tile, unless 64 rows have more.
  private static final int TILE_BYTES = 64 << 10;

  /// A multiple of so many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  private static final int LONG_RUN = PlainConverter.LONG_RUN;

  private static final int MOST_COLUMNS = 4;

  /// A task has a multiple of it, so that no two threads write to a cache line.
  private static final long GRAIN = 64;

  private static final long MOST_TASK_BYTES = 512 << 10;
  private static final long LEAST_TASK_BYTES = 64 << 10;
  private static final int FEWEST_TASKS = 32;

  /// The class of scratch memory.
  private static final Class<?> SCRATCH = MemorySegment.NULL.getClass();

  /// The bytes of an element of the data; 0 where several share one.
  private final int sourceBytes;

  private final int targetBytes;
  private final TaskGrid grid;
  private final int rowsPerTile;

  /// The number of columns that are gathered in one pass, each in a segment; else 1.
  private final int columns;

  /// The elements of a segment of scratch memory.
  private final int segmentLength;

  private final Formula[] formulas;
  private final boolean arePixels;
  private final KindsCache<Loops> loops;

  ConvertPlan(SplitPlan plan, Kernels kernels) {
    super(plan, plan.geometry().unit() == Unit.BIT ? 1 : Byte.SIZE, plan.data().type().bits());
    this.sourceBytes = width / Byte.SIZE;
    this.targetBytes = plan.partType().bits() / Byte.SIZE;
    long each = Math.max(1, row());
    this.grid = new TaskGrid(indices, rows.count(), row(), task(allRows * each, each));
    long longest = Arrays.stream(runs).filter(run -> run < LONG_RUN).max().orElse(1);
    this.rowsPerTile = rowsPerTile(longest);
    this.columns = gatheredColumns();
    this.formulas = formulas();
    this.segmentLength = (int) longest * rowsPerTile;
    this.arePixels = arePixels();
    this.loops = new KindsCache<>(kinds -> new Loops(kernels, kinds));
  }

  /// True if rows are pixels of bytes, of which each channel becomes floats by itself.
  private boolean arePixels() {
    return columns() > 1
        && columns() <= MOST_COLUMNS
        && runs[0] == 1
        && !isSpaced
        && Arrays.stream(formulas).allMatch(Formula::isForPixels);
  }

  private PixelConverter pixels(Kernels kernels, MemoryKinds kinds) {
    int used = 0;
    for (int i = 0; i < runs.length; i++) {
      used |= 1 << column(i);
    }
    return arePixels ? kernels.pixels(kinds, formulas, columns(), used) : PixelConverter.NONE;
  }

  /// The elements of a task: whole tiles of rows, or a stretch of one.
  private long task(long elements, long row) {
    int both = sourceBytes + targetBytes;
    long bytes = Math.clamp(elements * both / FEWEST_TASKS, LEAST_TASK_BYTES, MOST_TASK_BYTES);
    long wanted = Math.max(1, bytes / both);
    if (row > wanted) {
      return Math.ceilDiv(wanted, GRAIN) * GRAIN;
    }
    long rows = wanted / row;
    return row * (rows < GRAIN ? rows : rows / GRAIN * GRAIN);
  }

  private int rowsPerTile(long longest) {
    long bytes = Math.max(1, row() * width / Byte.SIZE);
    long most = Math.min(TILE / longest, TILE_BYTES / bytes);
    most =
        most < Scratch.STEP
            ? Math.max(ROWS, most / ROWS * ROWS)
            : most / Scratch.STEP * Scratch.STEP;
    return (int) Math.clamp(Math.min(allRows, grid.rowsPerTask), 1, most);
  }

  /// All columns if the pieces are most of the few equal columns of a row.
  private int gatheredColumns() {
    int all = columns();
    boolean areFew = all > 1 && all <= MOST_COLUMNS && 2 * runs.length > all;
    return areFew && isGathered(0) ? all : 1;
  }

  /// True if movers gather runs faster than each is converted.
  private boolean isGathered(int piece) {
    return sourceBytes > 0 && runs[piece] < LONG_RUN;
  }

  /// One for each piece, shared by those of the same rule.
  private Formula[] formulas() {
    ElementType source = plan.data().type();
    Conversion by = plan.conversion().orElseThrow();
    Formula[] all = new Formula[runs.length];
    Map<Conversion, Formula> known = new HashMap<>();
    for (int i = 0; i < all.length; i++) {
      Conversion ofPart = by.ofParts(geometry.slice(i));
      all[i] = known.computeIfAbsent(ofPart, _ -> Formula.of(Definition.of(source, ofPart, 0)));
    }
    return all;
  }

  /// The movers that gather each piece; one for all columns, if it does.
  private @Nullable Mover[] gathering(Kernels kernels, MemoryKinds kinds) {
    Mover all =
        columns > 1 ? kernels.columns(kinds, gathered(0).column(0, 0), new long[columns]) : null;
    @Nullable Mover[] byPiece = new Mover[runs.length];
    for (int i = 0; i < runs.length; i++) {
      byPiece[i] = all == null && isGathered(i) ? kernels.mover(kinds, gathered(i)) : all;
    }
    return byPiece;
  }

  /// The bytes of a piece, which follow each other where they are gathered.
  private Runs gathered(int piece) {
    long run = runs[piece] * sourceBytes;
    long offset = offsets[piece] / Byte.SIZE;
    long stride = level.stride() / Byte.SIZE;
    long all = rows.count() * run;
    return new Runs(segment(piece), rows.stride() / Byte.SIZE, offset, run, 0, run, stride, all);
  }

  /// The movers from scratch memory to each part where runs are spread.
  private Mover[] spreading(MemoryKinds kinds) {
    return IntStream.range(0, runs.length)
        .mapToObj(i -> PlainKernels.INSTANCE.mover(kinds, spread(i)))
        .toArray(Mover[]::new);
  }

  private Runs spread(int piece) {
    long run = runs[piece] * targetBytes;
    long begin = begins[piece] * targetBytes;
    long distance = rows.partStride(runs[piece]) * targetBytes;
    long partStride = level.partStride(runs[piece]) * targetBytes;
    return new Runs(piece, run, 0, run, begin, distance, rows.count() * run, partStride);
  }

  /// The index of the segment in which a piece is gathered.
  private int segment(int piece) {
    return columns > 1 ? column(piece) / (int) runs[0] : 0;
  }

  /// The element of a row where a piece begins.
  private int column(int piece) {
    return (int) (offsets[piece] / width);
  }

  @Override
  long tasks() {
    return grid.tasks;
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, MemoryKinds kinds) {
    Loops by = loops.of(kinds);
    return task -> {
      Scratch scratch = Scratch.POOL.take();
      new Tile(by, data, targets, scratch).accept(task);
      Scratch.POOL.give(scratch);
    };
  }

  @Override
  RouteExplanation.Step step(String by) {
    return new RouteExplanation.Step(
        "convert tiles of up to %s rows, part by part, %s".formatted(rowsPerTile, by),
        "each element is read once and written once");
  }

  /// The loops for some kinds of memory.
  private final class Loops {
    final @Nullable Mover[] gathering;
    final Mover[] spreading;

    /// The converters from the data, and from gathered elements.
    final RunConverter fromData;

    final RunConverter fromGathered;

    /// Converts all channels of pixels at once.
    final PixelConverter ofPixels;

    Loops(Kernels kernels, MemoryKinds kinds) {
      ElementType source = plan.data().type();
      long row = rows.stride() / width;
      long column = columns() > 1 ? runs[0] : row;
      MemoryKinds converted = isSpaced ? kinds.to(SCRATCH) : kinds;
      this.gathering = gathering(kernels, kinds.to(SCRATCH));
      this.spreading = isSpaced ? spreading(kinds.from(SCRATCH)) : new Mover[0];
      this.fromData = kernels.converter(converted, source, plan.partType(), row, column);
      MemoryKinds staged = converted.from(SCRATCH);
      this.fromGathered = kernels.converter(staged, source, plan.partType(), row, row);
      this.ofPixels = pixels(kernels, kinds);
    }
  }

  /// The tiles of one task, by one thread.
  private final class Tile extends Walk {
    private final Loops by;
    private final MemorySegment data;
    private final MemorySegment[] targets;
    private final Scratch scratch;
    private final long stride = level.stride();
    private final long pitch = rows.stride();

    /// The piece at hand: how it is converted, where it goes, and the distances from one row and
    /// index to the next there.
    private int piece;

    private int run;
    private MemorySegment part;
    private long to;
    private long distance;
    private long partStride;

    Tile(Loops by, MemorySegment data, MemorySegment[] targets, Scratch scratch) {
      super(ConvertPlan.this, grid, rowsPerTile);
      this.by = by;
      this.data = data;
      this.targets = targets;
      this.scratch = scratch;
      this.part = data;
    }

    @Override
    void tile(long from, long first, long shift, int rows, int count) {
      if (arePixels && convertInOnePass(from, first, shift, rows, count)) {
        return;
      }
      MemorySegment[] gathered = scratch.gathered(columns, segmentLength * sourceBytes);
      Mover last = null;
      for (int i = 0; i < runs.length; i++) {
        aim(i, first, shift, rows);
        if (!convertDirectly(from + offsets[i], rows, count)) {
          Mover mover = Objects.requireNonNull(by.gathering[i], "short runs are gathered");
          if (!mover.equals(last)) {
            mover.move(data, from / Byte.SIZE, gathered, 0, rows, count);
            last = mover;
          }
          int all = rows * run;
          long next = (long) all * width;
          ElementRuns elements =
              elements(gathered[segment(i)], 0, next, to, partStride, all, count);
          by.fromGathered.convert(scratch, elements);
        }
        if (isSpaced) {
          long place = (first * run + shift) * targetBytes;
          by.spreading[i].move(part, 0, targets, place, rows, count);
        }
      }
    }

    /// Converts all channels of the pixels of a tile at once.
    ///
    /// @return false if that is not possible, or not yet
    private boolean convertInOnePass(long from, long first, long shift, int rows, int count) {
      ElementRuns[] channels = new ElementRuns[MOST_COLUMNS];
      for (int i = 0; i < runs.length; i++) {
        MemorySegment target = targets[i];
        long place = begins[i] + first + shift;
        long next = level.partStride(runs[i]);
        int column = column(i);
        channels[column] =
            new ElementRuns(
                formulas[i], data, from, stride, target, place, next, rows, count, column);
      }
      for (int i = 0; i < channels.length; i++) {
        channels[i] = channels[i] == null ? channels[column(0)] : channels[i];
      }
      return by.ofPixels.convert(channels);
    }

    private void aim(int index, long first, long shift, int rows) {
      piece = index;
      run = (int) runs[index];
      if (isSpaced) {
        part = scratch.made(segmentLength * targetBytes);
        to = 0;
        distance = run;
        partStride = (long) rows * run;
      } else {
        part = targets[index];
        to = begins[index] + first * runs[index] + shift;
        distance = runs[index];
        partStride = level.partStride(runs[index]);
      }
    }

    /// Converts the runs of a tile without gathering them.
    ///
    /// @return false if that is not possible, or not yet
    private boolean convertDirectly(long from, int rows, int count) {
      RunConverter converter = by.fromData;
      Formula formula = formulas[piece];
      int all = rows * run;
      if (converter.takesColumns()) {
        int column = column(piece);
        return rows > 1
            && converter.convert(
                scratch,
                new ElementRuns(
                    formula, data, from, stride, part, to, partStride, all, count, column));
      }
      if (areOne()) {
        return converter.convert(scratch, elements(data, from, stride, to, partStride, all, count));
      }
      for (int i = 0; i < count; i++) {
        long place = to + i * partStride;
        ElementRuns index = elements(data, from + i * stride, pitch, place, distance, run, rows);
        if (!converter.convert(scratch, index)) {
          return false;
        }
      }
      return true;
    }

    /// True if the rows of an index are one run.
    private boolean areOne() {
      return runs[piece] * width == pitch;
    }

    /// Converts consecutive elements.
    private void convert(long from, long place, long count) {
      ElementRuns one = elements(data, from, 0, place, 0, (int) count, 1);
      by.fromData.convert(scratch, one);
    }

    /// Runs of consecutive elements, which are one if they follow each other on both sides.
    private ElementRuns elements(
        MemorySegment memory, long from, long next, long place, long gap, int each, int count) {
      boolean isOne = next == (long) each * width && gap == each;
      int all = isOne ? each * count : each;
      int times = isOne ? 1 : count;
      return new ElementRuns(formulas[piece], memory, from, next, part, place, gap, all, times, -1);
    }

    @Override
    void stretch(long from, long first, long shift, long begin, long end) {
      for (int i = firstReaching(begin); i < runs.length && before[i] < end; i++) {
        long skipped = Math.max(begin - before[i], 0);
        aim(i, first, shift, 1);
        long count = Math.min(end - before[i], runs[i]) - skipped;
        convert(from + offsets[i] + skipped * width, to + skipped, count);
        if (isSpaced) {
          long place = (begins[i] + first * run + shift) * targetBytes;
          MemorySegment.copy(part, 0, targets[i], place, (long) run * targetBytes);
        }
      }
    }
  }
}
