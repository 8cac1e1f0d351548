package io.cleave.cpu;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Elements;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Scratch;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Stacking;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Execution plan of conversions and stacking: one tile of rows after the other, part by part, so
/// that data is read once and parts are written once.
///
/// Long runs are converted straight from the data, and so are shorter ones that fill a vector where
/// loops on the Vector API are ready. Other runs are first gathered in an array, by the movers that
/// split.
///
/// Offsets, runs and counts are in elements.
final class ConvertPlan extends CopyPlan {
  /// The most elements of a part that are gathered of a tile: a first-level cache holds them, with
  /// the results of a step.
  private static final int TILE = 8192;

  /// The most bytes of the data of a tile, unless 64 rows have more.
  private static final int TILE_BYTES = 64 << 10;

  /// A multiple of so many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  /// From here on plain loops convert runs one by one.
  private static final int LONG_RUN = 256;

  private static final int MOST_COLUMNS = 4;

  /// A piece has a multiple of it, so that no two threads write to a cache line.
  private static final long GRAIN = 64;

  private static final long MOST_PIECE_BYTES = 512 << 10;
  private static final long LEAST_PIECE_BYTES = 64 << 10;
  private static final int FEWEST_PIECES = 32;

  private static final Class<?> GATHERED = MemorySegment.ofArray(new byte[0]).getClass();

  /// The bytes of an element of the data; 0 where several share one.
  private final int sourceBytes;

  private final int targetBytes;
  private final @Nullable Stacking stacking;
  private final TileGrid grid;
  private final int rowsPerTile;

  /// The number of columns that are gathered in one pass, each in an array; else 1.
  private final int columns;

  private final int bytesPerArray;

  private final Formula[] formulas;
  private final ByKinds<@Nullable Mover[]> gatherings;

  /// The converters from the data, and from gathered elements.
  private final ByKinds<RunConverter> direct;

  private final ByKinds<RunConverter> staged;

  ConvertPlan(SplitPlan plan, Kernels kernels) {
    super(plan, units -> elements(plan, units));
    ElementType source = plan.type();
    this.sourceBytes = source.bits() / Byte.SIZE;
    this.targetBytes = plan.partType().bits() / Byte.SIZE;
    this.stacking = plan.stacking().orElse(null);
    long units = Math.max(1, row);
    this.grid = new TileGrid(plan.rows(), row, piece(plan.rows() * units, units));
    long longest = Arrays.stream(runs).filter(run -> run < LONG_RUN).max().orElse(1);
    this.rowsPerTile = rowsPerTile(longest);
    this.columns = gatheredColumns();
    this.formulas = formulas();
    this.bytesPerArray = (int) longest * rowsPerTile * sourceBytes;
    this.gatherings = new ByKinds<>(kinds -> gathering(kernels, kinds));
    long column = columns() > 1 ? runs[0] : row;
    this.direct = converters(kernels, column);
    this.staged = converters(kernels, row);
  }

  /// @param column the elements of each column of a row; `row` if it has none
  private ByKinds<RunConverter> converters(Kernels kernels, long column) {
    return new ByKinds<>(
        plan.converts()
            ? kinds -> kernels.converter(kinds, plan.type(), plan.partType(), row, column)
            : _ -> this::copy);
  }

  private static long elements(SplitPlan plan, long units) {
    int bits = plan.type().bits();
    return plan.unit() == Unit.BIT ? units / bits : units * Byte.SIZE / bits;
  }

  /// The elements of a piece of work: whole tiles of rows, or a stretch of one.
  private long piece(long elements, long row) {
    int both = sourceBytes + targetBytes;
    long bytes = Math.clamp(elements * both / FEWEST_PIECES, LEAST_PIECE_BYTES, MOST_PIECE_BYTES);
    long wanted = Math.max(1, bytes / both);
    if (row > wanted) {
      return Math.ceilDiv(wanted, GRAIN) * GRAIN;
    }
    long rows = wanted / row;
    return row * (rows < GRAIN ? rows : rows / GRAIN * GRAIN);
  }

  private int rowsPerTile(long longest) {
    long bytes = Math.max(1, row * plan.type().bits() / Byte.SIZE);
    long most = Math.min(TILE / longest, TILE_BYTES / bytes);
    most =
        most < Scratch.STEP
            ? Math.max(ROWS, most / ROWS * ROWS)
            : most / Scratch.STEP * Scratch.STEP;
    return (int) Math.clamp(Math.min(plan.rows(), grid.rowsPerTile()), 1, most);
  }

  /// All columns if the parts are most of the few equal columns of a row.
  private int gatheredColumns() {
    int all = grid.cutsRows() ? 0 : columns();
    boolean areFew = all > 1 && all <= MOST_COLUMNS && 2 * runs.length > all;
    return areFew && isGathered(0) ? all : 1;
  }

  /// True if movers gather runs faster than each is converted.
  private boolean isGathered(int part) {
    return sourceBytes > 0 && runs[part] < LONG_RUN;
  }

  /// One for each part, shared by parts of the same rule.
  private Formula[] formulas() {
    ElementType source = plan.type();
    Formula[] all = new Formula[runs.length];
    Arrays.fill(all, new Formula(source, source, 0, 1, -0f, null, null));
    plan.conversion()
        .ifPresent(
            by -> {
              Map<Rule, Formula> known = new HashMap<>();
              for (int i = 0; i < all.length; i++) {
                Definition definition = Definition.of(source, by, indices[i]);
                all[i] = known.computeIfAbsent(definition.rule(), _ -> Formula.of(definition));
              }
            });
    return all;
  }

  /// The movers that gather each part; one for all columns, if it does.
  private @Nullable Mover[] gathering(Kernels kernels, MemoryKinds kinds) {
    Mover all = columns > 1 ? kernels.columns(kinds, columns, (int) runs[0] * sourceBytes) : null;
    @Nullable Mover[] byPart = new Mover[runs.length];
    for (int i = 0; i < runs.length; i++) {
      if (all == null && isGathered(i)) {
        long offset = offsets[i] * sourceBytes;
        Runs bytes = new Runs(array(i), row * sourceBytes, offset, runs[i] * sourceBytes);
        byPart[i] = kernels.mover(kinds, bytes);
      } else {
        byPart[i] = all;
      }
    }
    return byPart;
  }

  /// The index of the array in which a part is gathered.
  private int array(int part) {
    return columns > 1 ? (int) (offsets[part] / runs[0]) : 0;
  }

  @Override
  long pieces() {
    return runs.length == 0 ? 0 : grid.tiles();
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    return new Call(data, targets, isConfined);
  }

  /// Copies elements of a stack that is not converted.
  private boolean copy(Scratch scratch, Elements elements) {
    if (elements.rows() == 1) {
      long from = elements.from() * sourceBytes;
      long to = elements.to() * sourceBytes;
      long bytes = (long) elements.run() * sourceBytes;
      MemorySegment.copy(elements.data(), from, elements.part(), to, bytes);
    }
    return elements.rows() == 1;
  }

  /// Rows from one on in the chunk of a stacked part, so that a tile goes to one place. Short
  /// chunks are not worth it.
  private long rowsInChunk(long first) {
    if (stacking == null) {
      return Long.MAX_VALUE;
    }
    long rows = stacking.length(indices[0]) / runs[0];
    return rows < ROWS ? Long.MAX_VALUE : rows - first % rows;
  }

  /// Number of elements, from one of a part on, that are contiguous where they are written.
  private long inChunk(int part, long element) {
    if (stacking == null) {
      return Long.MAX_VALUE;
    }
    long length = stacking.length(indices[part]);
    return length - element % length;
  }

  /// The index of a part's element where it is written: in the part, or in the tensor of which it
  /// is a slice.
  private long place(int part, long element) {
    if (stacking == null) {
      return element;
    }
    int index = indices[part];
    long length = stacking.length(index);
    return element / length * stacking.stride() + stacking.start(index) + element % length;
  }

  @Override
  String action() {
    return "convert tiles of up to %s rows, part by part".formatted(rowsPerTile);
  }

  @Override
  String reason() {
    return "each element is read once and written once";
  }

  private final class Call implements LongConsumer {
    private final MemorySegment data;
    private final MemorySegment[] targets;
    private final @Nullable Mover[] gathering;

    private final RunConverter[] fromData;
    private final RunConverter[] fromArrays;

    Call(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
      this.data = data;
      this.targets = targets;
      this.gathering = gatherings.of(new MemoryKinds(data.getClass(), GATHERED, isConfined));
      this.fromData = converters(direct, data.getClass(), isConfined);
      this.fromArrays = converters(staged, GATHERED, isConfined);
    }

    private RunConverter[] converters(ByKinds<RunConverter> by, Class<?> from, boolean isConfined) {
      RunConverter[] all = new RunConverter[targets.length];
      for (int i = 0; i < all.length; i++) {
        Class<?> part = targets[i].getClass();
        boolean isKnown = i > 0 && part == targets[i - 1].getClass();
        all[i] = isKnown ? all[i - 1] : by.of(new MemoryKinds(from, part, isConfined));
      }
      return all;
    }

    /// Converts a piece.
    @Override
    public void accept(long piece) {
      Scratch scratch = Scratch.POOL.take();
      if (grid.cutsRows()) {
        long from = piece % grid.tilesPerRow() * grid.tileBytes();
        long to = Math.min(row, from + grid.tileBytes());
        stretch(scratch, piece / grid.tilesPerRow(), from, to);
      } else {
        long end = grid.firstRow(piece) + grid.rowsOf(piece);
        for (long first = grid.firstRow(piece); first < end; ) {
          int rows = (int) Math.min(Math.min(rowsPerTile, end - first), rowsInChunk(first));
          tile(scratch, first, rows);
          first += rows;
        }
      }
      Scratch.POOL.give(scratch);
    }

    /// Converts the elements from `from` to `to` of one row.
    private void stretch(Scratch scratch, long atRow, long from, long to) {
      for (int i = firstReaching(from); i < runs.length && offsets[i] < to; i++) {
        long begin = Math.max(from - offsets[i], 0);
        long end = Math.min(to - offsets[i], runs[i]);
        longRun(scratch, i, atRow, begin, end);
      }
    }

    private void tile(Scratch scratch, long first, int rows) {
      MemorySegment[] arrays = scratch.arrays(columns, bytesPerArray);
      Mover last = null;
      for (int i = 0; i < runs.length; i++) {
        if (isDirect(scratch, i, first, rows)) {
          continue;
        }
        Mover mover = gathering[i];
        if (mover == null) {
          for (long at = first; at < first + rows; at++) {
            longRun(scratch, i, at, 0, runs[i]);
          }
          continue;
        }
        if (!mover.equals(last)) {
          mover.move(data, first * row * sourceBytes, arrays, 0, rows);
          last = mover;
        }
        MemorySegment array = arrays[array(i)];
        convert(scratch, fromArrays[i], i, array, 0, first * runs[i], rows * runs[i]);
      }
    }

    /// Converts the runs of a tile without gathering them.
    ///
    /// @return false if that is not possible, or not yet
    private boolean isDirect(Scratch scratch, int part, long first, int rows) {
      long to = first * runs[part];
      if (rows * runs[part] > inChunk(part, to)) {
        return false;
      }
      long from = first * row + offsets[part];
      boolean isOne = runs[part] == row;
      int run = (int) runs[part] * (isOne ? rows : 1);
      return fromData[part].convert(scratch, elements(part, data, from, to, run, isOne ? 1 : rows));
    }

    /// Converts the elements from `begin` to `end` of one run.
    private void longRun(Scratch scratch, int part, long atRow, long begin, long end) {
      long from = atRow * row + offsets[part] + begin;
      convert(scratch, fromData[part], part, data, from, atRow * runs[part] + begin, end - begin);
    }

    /// Converts consecutive elements.
    private void convert(
        Scratch scratch,
        RunConverter by,
        int part,
        MemorySegment memory,
        long from,
        long to,
        long count) {
      int step;
      for (long done = 0; done < count; done += step) {
        step = (int) Math.min(count - done, inChunk(part, to + done));
        by.convert(scratch, elements(part, memory, from + done, to + done, step, 1));
      }
    }

    private Elements elements(
        int part, MemorySegment memory, long from, long to, int run, int rows) {
      long place = place(part, to);
      return new Elements(formulas[part], memory, from, targets[part], place, run, rows);
    }
  }
}
