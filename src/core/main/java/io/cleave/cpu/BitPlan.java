package io.cleave.cpu;

import io.cleave.cpu.loops.BitLoops;
import io.cleave.cpu.loops.BitRuns;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// Execution plan for parts that begin or end within a byte. Each part is cut into as many ranges
/// of whole bytes as there are tiles, and a tile fills one range of each part: for short rows these
/// are the same rows, which stay in the cache meanwhile.
final class BitPlan extends CpuPlan {
  /// Fits a first-level cache.
  private static final long TILE_BITS = (32 << 10) * (long) Byte.SIZE;

  /// Eight rows that are longer are not worth keeping in a cache.
  private static final long MOST_TILE_BITS = (1 << 20) * (long) Byte.SIZE;

  private final BitRuns[] parts;
  private final int rowsPerTile;
  private final long tiles;
  private final long tilesPerTask;

  BitPlan(SplitPlan plan) {
    super(plan, 1, 1);
    boolean isReversed = plan.data().type().isMostSignificantFirst();
    this.parts = new BitRuns[runs.length];
    Arrays.setAll(
        parts, i -> BitRuns.of(isReversed, rows.stride(), offsets[i], runs[i], rows.count()));
    long bits = Math.max(1, row());
    this.rowsPerTile = (int) Math.max(1, TILE_BITS / bits / Byte.SIZE) * Byte.SIZE;
    long task = taskBytes();
    if (hasLongRows()) {
      this.tiles = Math.ceilDiv(Arrays.stream(parts).mapToLong(BitRuns::bytes).sum(), task);
      this.tilesPerTask = 1;
    } else {
      this.tiles = Math.ceilDiv(rows.count(), rowsPerTile);
      long most = Math.clamp(rows.count(), 1, rowsPerTile);
      this.tilesPerTask = Math.max(1, task * Byte.SIZE / (most * bits));
    }
  }

  private boolean hasLongRows() {
    return row() > MOST_TILE_BITS / Byte.SIZE;
  }

  @Override
  long tasks() {
    return Math.ceilDiv(indices * tiles, tilesPerTask);
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, MemoryKinds kinds) {
    return task -> {
      long end = Math.min(indices * tiles, (task + 1) * tilesPerTask);
      for (long tile = task * tilesPerTask; tile < end; tile++) {
        long index = tile / tiles / level.count();
        long inner = tile / tiles % level.count();
        long from = start + index * outer.stride() + inner * level.stride();
        long first = index * outer.runs() + inner * level.runs();
        MemorySegment rows = from == 0 ? data : data.asSlice(from / Byte.SIZE);
        for (int i = 0; i < parts.length; i++) {
          long to = first * runs[i] / Byte.SIZE;
          MemorySegment target = to == 0 ? targets[i] : targets[i].asSlice(to);
          long begin = begin(i, tile % tiles);
          BitLoops.fill(kinds, parts[i], rows, target, begin, begin(i, tile % tiles + 1));
        }
      }
    };
  }

  /// The byte where a tile of an index begins in its part. Short runs are not cut.
  private long begin(int part, long tile) {
    BitRuns runs = parts[part];
    if (!hasLongRows()) {
      return tile == tiles ? runs.bytes() : tile * rowsPerTile / Byte.SIZE * runs.run();
    }
    long unit = runs.isShort() ? runs.run() : 1;
    long units = Math.ceilDiv(runs.bytes(), unit);
    return Math.min(runs.bytes(), (units / tiles * tile + Math.min(tile, units % tiles)) * unit);
  }

  @Override
  RouteExplanation.Step step(String by) {
    String reason = "parts begin or end within a byte";
    return hasLongRows()
        ? new RouteExplanation.Step(
            "put each part together from its runs, %s KiB at a time, %s"
                .formatted(taskBytes() >> 10, by),
            reason + ", rows are long")
        : new RouteExplanation.Step(
            "gather the bits of tiles of up to %s rows, part by part, %s"
                .formatted(Math.min(rows.count(), rowsPerTile), by),
            reason);
  }
}
