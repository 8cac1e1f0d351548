package io.cleave.cpu;

import io.cleave.cpu.loops.BitLoops;
import io.cleave.cpu.loops.BitRuns;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.BitOrder;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// Execution plan for parts that begin or end within a byte. Each part is cut into as many ranges
/// of whole bytes as there are tiles, and a tile fills one range of each part: for short rows these
/// are the same rows, which stay in the cache meanwhile.
final class Bits extends CopyPlan {
  /// Fits a first-level cache.
  private static final long TILE_BITS = (32 << 10) * (long) Byte.SIZE;

  /// Eight rows that are longer are not worth keeping in a cache.
  private static final long MOST_TILE_BITS = (1 << 20) * (long) Byte.SIZE;

  private final BitRuns[] parts;
  private final int rowsPerTile;
  private final long tiles;
  private final long tilesPerPiece;

  Bits(SplitPlan plan) {
    super(plan);
    BitOrder order = plan.type().bitOrder();
    this.parts = new BitRuns[runs.length];
    Arrays.setAll(parts, i -> BitRuns.of(order, row, offsets[i], runs[i], plan.rows()));
    long bits = Math.max(1, row);
    this.rowsPerTile = (int) Math.max(1, TILE_BITS / bits / Byte.SIZE) * Byte.SIZE;
    long piece = pieceBytes(plan);
    if (hasLongRows()) {
      this.tiles = Math.ceilDiv(Arrays.stream(parts).mapToLong(BitRuns::bytes).sum(), piece);
      this.tilesPerPiece = 1;
    } else {
      this.tiles = Math.ceilDiv(plan.rows(), rowsPerTile);
      this.tilesPerPiece = Math.max(1, piece * Byte.SIZE / (rowsPerTile * bits));
    }
  }

  private boolean hasLongRows() {
    return row > MOST_TILE_BITS / Byte.SIZE;
  }

  @Override
  long pieces() {
    return Math.ceilDiv(tiles, tilesPerPiece);
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    return piece -> {
      long end = Math.min(tiles, (piece + 1) * tilesPerPiece);
      for (long tile = piece * tilesPerPiece; tile < end; tile++) {
        for (int i = 0; i < parts.length; i++) {
          MemorySegment target = targets[i];
          MemoryKinds kinds = new MemoryKinds(data.getClass(), target.getClass(), isConfined);
          BitLoops.fill(kinds, parts[i], data, target, begin(i, tile), begin(i, tile + 1));
        }
      }
    };
  }

  /// The byte of a part where a tile begins. Short runs are not cut.
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
  String action() {
    return hasLongRows()
        ? "put each part together from its runs, %s KiB at a time".formatted(pieceBytes(plan) >> 10)
        : "gather the bits of tiles of up to %s rows, part by part"
            .formatted(Math.min(plan.rows(), rowsPerTile));
  }

  @Override
  String reason() {
    return hasLongRows()
        ? "parts begin or end within a byte, rows are long"
        : "parts begin or end within a byte";
  }
}
