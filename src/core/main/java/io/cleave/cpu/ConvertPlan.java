package io.cleave.cpu;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PackedTable;
import io.cleave.cpu.loops.PartConverter;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.ScratchPool;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Stacking;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Execution plan of conversions and stacking: one tile of rows after the other, part by part, so
/// that data is read once and parts are written once.
///
/// A fused loop on the Vector API loads, converts and stores runs, if there is one and it is ready.
/// Otherwise runs are staged in an array, by the movers that split, or by copies if they are long,
/// and converted from there.
///
/// Offsets, runs and counts are in elements.
final class ConvertPlan extends CopyPlan {
  /// The most elements of a part that are staged of a tile: a first-level cache holds them, with
  /// what is made of a step.
  private static final int TILE = 8192;

  /// The most bytes of the data of a tile, unless 64 rows have more.
  private static final int TILE_BYTES = 64 << 10;

  /// A multiple of so many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  /// From here on a run is staged by a copy.
  private static final int LONG_RUN = 256;

  private static final int MOST_COLUMNS = 4;

  /// A piece has a multiple of it, so that no two threads write to a cache line.
  private static final long GRAIN = 64;

  private static final long MOST_PIECE_BYTES = 512 << 10;
  private static final long LEAST_PIECE_BYTES = 64 << 10;
  private static final int FEWEST_PIECES = 32;

  private final ElementType source;
  private final int sourceBytes;
  private final int targetBytes;
  private final @Nullable Conversion conversion;
  private final @Nullable Stacking stacking;
  private final TileGrid grid;
  private final int rowsPerTile;

  /// The place where each part is staged, and how many elements are at most at each of them.
  private final int[] places;

  private final int[] staged;
  private final List<PartConverter> converters;
  private final List<PackedTable> packed;
  private final ScratchPool<Scratch> scratches;
  private final Class<?> scratchMemory;

  /// Movers of short runs to where they are staged: one for each part, or one for all columns.
  private final ByKinds<Movers> gatherings;

  private final ByKinds<@Nullable RunConverter[]> fused;

  ConvertPlan(SplitPlan plan, ByKinds<Kernels> kernels) {
    super(plan, units -> elements(plan, units));
    this.source = plan.type();
    this.sourceBytes = source.bits() / Byte.SIZE;
    this.targetBytes = plan.partType().bits() / Byte.SIZE;
    this.conversion = plan.conversion().orElse(null);
    this.stacking = plan.stacking().orElse(null);
    long units = Math.max(1, row);
    this.grid = new TileGrid(plan.rows(), row, piece(plan.rows() * units, units));
    this.rowsPerTile = rowsPerTile();
    this.places = new int[runs.length];
    this.staged = stagedElements();
    this.converters = perRule(PartConverter::new);
    boolean isPacked = stacking == null && PackedTable.isFor(source);
    this.packed = isPacked ? perRule(PackedTable::new) : List.of();
    this.scratches = new ScratchPool<>(() -> new Scratch(source, plan.partType(), staged));
    this.gatherings = new ByKinds<>(kinds -> gathering(kernels.of(kinds)));
    this.fused = new ByKinds<>(kinds -> fused(kernels.of(kinds)));
    this.scratchMemory = new Scratch(source, source, new int[1]).memory();
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

  private int rowsPerTile() {
    long longest = longestShortRun();
    long bytes = Math.max(1, row * source.bits() / Byte.SIZE);
    long most = Math.min(TILE / longest, TILE_BYTES / bytes);
    most =
        most < Scratch.STEP
            ? Math.max(ROWS, most / ROWS * ROWS)
            : most / Scratch.STEP * Scratch.STEP;
    return (int) Math.clamp(Math.min(plan.rows(), grid.rowsPerTile()), 1, most);
  }

  /// One place for each column if the parts are most of the few equal columns of a row, so that one
  /// pass gathers all. Else all parts are staged at one place.
  private int[] stagedElements() {
    int columns = grid.cutsRows() ? 0 : columns();
    boolean areFew = columns > 1 && columns <= MOST_COLUMNS && 2 * places.length > columns;
    if (areFew && runs[0] < LONG_RUN && sourceBytes > 0) {
      Arrays.setAll(places, i -> (int) (offsets[i] / runs[0]));
      int[] each = new int[columns];
      Arrays.fill(each, (int) runs[0] * rowsPerTile);
      return each;
    }
    boolean areLong = grid.cutsRows() || Arrays.stream(runs).anyMatch(run -> run >= LONG_RUN);
    return new int[] {(int) Math.max(longestShortRun() * rowsPerTile, areLong ? TILE : 1)};
  }

  private long longestShortRun() {
    return Arrays.stream(runs).filter(run -> run < LONG_RUN).max().orElse(1);
  }

  /// One converter for each part, shared by parts of the same rule. Empty without a conversion.
  private <T> List<T> perRule(Function<Definition, T> make) {
    Conversion by = conversion;
    if (by == null) {
      return List.of();
    }
    Map<Rule, T> made = new HashMap<>();
    List<T> all = new ArrayList<>(runs.length);
    for (int i = 0; i < runs.length; i++) {
      Definition definition = Definition.of(source, by, indices[i]);
      all.add(made.computeIfAbsent(definition.rule(), _ -> make.apply(definition)));
    }
    return all;
  }

  private Movers gathering(Kernels kernels) {
    if (staged.length > 1) {
      RowsMover columns = kernels.columns(staged.length, (int) runs[0] * sourceBytes);
      if (columns != null) {
        return new Movers(List.of(), columns);
      }
    }
    @Nullable Mover[] byPart = new Mover[runs.length];
    for (int i = 0; i < runs.length; i++) {
      byPart[i] = isGathered(i) ? kernels.mover(bytes(offsets[i], runs[i])) : null;
    }
    return new Movers(Arrays.asList(byPart), null);
  }

  private Runs bytes(long offset, long run) {
    return new Runs(row * sourceBytes, offset * sourceBytes, run * sourceBytes);
  }

  /// True if runs are so short that movers stage them faster than a copy of each.
  private boolean isGathered(int part) {
    return sourceBytes > 0 && runs[part] < LONG_RUN;
  }

  private @Nullable RunConverter[] fused(Kernels kernels) {
    @Nullable RunConverter[] all = new RunConverter[runs.length];
    if (conversion == null || plan.partType() == ElementType.F64 || sourceBytes == 0) {
      return all;
    }
    Map<List<Record>, Optional<RunConverter>> made = new HashMap<>();
    List<Formula> formulas = perRule(Formula::of);
    for (int i = 0; i < all.length; i++) {
      Runs strip = isShort(i) ? bytes(0, runs[i]) : new Runs(sourceBytes, 0, sourceBytes);
      Formula formula = formulas.get(i);
      all[i] =
          made.computeIfAbsent(
                  List.of(strip, formula), _ -> Optional.ofNullable(kernels.fused(strip, formula)))
              .orElse(null);
    }
    return all;
  }

  /// True if many runs of a part are converted at a time.
  private boolean isShort(int part) {
    return runs[part] < LONG_RUN && !grid.cutsRows();
  }

  @Override
  long pieces() {
    return runs.length == 0 ? 0 : grid.tiles();
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    @Nullable RunConverter[] loops = new RunConverter[targets.length];
    @Nullable RunConverter[] found = {};
    for (int i = 0; i < loops.length; i++) {
      Class<?> part = targets[i].getClass();
      if (i == 0 || part != targets[i - 1].getClass()) {
        found = fused.of(new MemoryKinds(data.getClass(), part, isConfined));
      }
      loops[i] = found[i];
    }
    MemoryKinds staging = new MemoryKinds(data.getClass(), scratchMemory, isConfined);
    Movers gathering = gatherings.of(staging);
    return piece -> {
      Scratch scratch = scratches.take();
      new Work(data, targets, loops, gathering, scratch).carryOut(piece);
      scratches.give(scratch);
    };
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

  /// One piece of a call.
  private final class Work {
    private final MemorySegment data;
    private final MemorySegment[] targets;
    private final @Nullable RunConverter[] loops;
    private final Movers gathering;
    private final Scratch scratch;

    Work(
        MemorySegment data,
        MemorySegment[] targets,
        @Nullable RunConverter[] loops,
        Movers gathering,
        Scratch scratch) {
      this.data = data;
      this.targets = targets;
      this.loops = loops;
      this.gathering = gathering;
      this.scratch = scratch;
    }

    void carryOut(long piece) {
      if (grid.cutsRows()) {
        long from = piece % grid.tilesPerRow() * grid.tileBytes();
        long to = Math.min(row, from + grid.tileBytes());
        stretch(piece / grid.tilesPerRow(), from, to);
        return;
      }
      long end = grid.firstRow(piece) + grid.rowsOf(piece);
      for (long first = grid.firstRow(piece); first < end; ) {
        int rows = (int) Math.min(Math.min(rowsPerTile, end - first), rowsInChunk(first));
        tile(first, rows);
        first += rows;
      }
    }

    /// Converts what lies from element `from` to element `to` of one row.
    private void stretch(long atRow, long from, long to) {
      int first = firstReaching(from);
      for (int i = first; i < runs.length && offsets[i] < to; i++) {
        long begin = Math.max(from - offsets[i], 0);
        longRun(i, atRow, begin, Math.min(to - offsets[i], runs[i]));
      }
    }

    private void tile(long first, int rows) {
      boolean areColumnsStaged = false;
      for (int i = 0; i < runs.length; i++) {
        if (runs[i] >= LONG_RUN) {
          for (long at = first; at < first + rows; at++) {
            longRun(i, at, 0, runs[i]);
          }
        } else if (!isFused(i, first * row + offsets[i], first * runs[i], rows)) {
          RowsMover columns = gathering.columns();
          if (columns == null) {
            stage(i, gathering.byPart().get(i), first, rows);
          } else if (!areColumnsStaged) {
            columns.move(data, first * row * sourceBytes, scratch.staged(), 0, rows);
            areColumnsStaged = true;
          }
          convertStaged(i, rows * (int) runs[i], first * runs[i]);
        }
      }
    }

    private void stage(int part, @Nullable Mover mover, long first, int rows) {
      if (mover != null) {
        long from = first * row * sourceBytes;
        mover.move(data, from, scratch.staged()[places[part]], 0, rows);
        return;
      }
      int run = (int) runs[part];
      for (int i = 0; i < rows; i++) {
        scratch.stage(data, (first + i) * row + offsets[part], i * run, run);
      }
    }

    /// Converts elements `begin` to `end` of one run.
    private void longRun(int part, long atRow, long begin, long end) {
      long to = atRow * runs[part];
      long from = atRow * row + offsets[part];
      if (packed.isEmpty()) {
        stretch(part, from + begin, to + begin, end - begin);
        return;
      }
      PackedTable table = packed.get(part);
      int perByte = table.perByte();
      long first = Math.min(end, begin + Math.floorMod(-(from + begin), (long) perByte));
      long bytes = (end - first) / perByte;
      long last = first + bytes * perByte;
      MemorySegment target = targets[part];
      stretch(part, from + begin, to + begin, first - begin);
      table.convert(data, (from + first) / perByte, bytes, scratch, target, to + first);
      stretch(part, from + last, to + last, end - last);
    }

    /// Converts consecutive elements.
    private void stretch(int part, long from, long to, long count) {
      if (!isShort(part) && count > 0 && isFused(part, from, to, (int) count)) {
        return;
      }
      for (long done = 0; done < count; done += TILE) {
        int step = (int) Math.min(TILE, count - done);
        scratch.stage(data, from + done, 0, step);
        convertStaged(part, step, to + done);
      }
    }

    /// Converts runs by a fused loop.
    ///
    /// @param from the index of the first element in the data
    /// @param to its index in the part
    /// @return false if there is no such loop, or not yet
    private boolean isFused(int part, long from, long to, int rows) {
      MemorySegment target = targets[part];
      RunConverter by = loops[part];
      if (by == null) {
        return false;
      }
      long elements = isShort(part) ? rows * runs[part] : rows;
      return elements <= inChunk(part, to)
          && by.convert(data, from * sourceBytes, target, place(part, to) * targetBytes, rows);
    }

    /// Converts what is staged, or copies it where there is no conversion.
    ///
    /// @param to the index of the first element in the part
    private void convertStaged(int part, int count, long to) {
      MemorySegment target = targets[part];
      for (int done = 0; done < count; ) {
        int step = (int) Math.min(count - done, inChunk(part, to + done));
        long at = place(part, to + done);
        if (converters.isEmpty()) {
          MemorySegment.copy(
              scratch.staged()[places[part]],
              (long) done * sourceBytes,
              target,
              at * sourceBytes,
              (long) step * sourceBytes);
        } else {
          converters.get(part).convert(scratch, places[part], done, step, target, at);
        }
        done += step;
      }
    }
  }
}
