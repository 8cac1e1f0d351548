package io.cleave.opencl.route;

import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Optional;

/// Launches of plans that convert. Each element is read once and written once: by `convert_tiles`,
/// where a thread of a processor takes a tile of rows, or through local memory by `convert_local`.
public final class ConversionRoutes {
  /// The elements of a tile: few enough that what parts share stays in a cache.
  private static final long TILE = 16_384;

  /// The same where a work-item must not take many steps, see [DeviceInfo].
  private static final long SMALL_TILE = 2048;

  /// After so many rows every part is whole lines.
  private static final long LINE_ROWS = 64;

  /// Rows of a tile that is cut into columns, unless runs are long: even runs of 8 bytes fill
  /// lines.
  private static final long FEW_ROWS = 8;

  private static final long LONG_RUN = 1024;

  /// Rows of more elements are not compiled for: the constant gains nothing there.
  private static final long MOST_STEPS = 8;

  /// Bytes read and written from which stores that bypass the caches pay.
  private static final long STREAMED = 16L << 20;

  /// Look-up tables up to here leave room for as many groups on a compute unit: three of 256 floats
  /// fit.
  private static final int MOST_STAGED_BYTES = 4096;

  /// Sizes of local memory are multiples, so that most plans share a program.
  private static final long LOCAL_STEP = 4096;

  /// Segments of a run are a multiple of it in the output: a sector of memory.
  private static final int SECTOR = 32;

  private ConversionRoutes() {}

  /// Why a device cannot convert so that every bit is right, as a sentence without an end; empty if
  /// it can.
  public static Optional<String> obstacle(SplitPlan plan, DeviceInfo device) {
    return plan.converts()
            && !device.exactFloats()
            && new ConversionTables(plan, device).needsExactFloats()
        ? Optional.of(
            "device %s does not round or keep small numbers in single precision as the conversion of %s to %s is defined"
                .formatted(device.device().name(), plan.type(), plan.partType()))
        : Optional.empty();
  }

  /// As few launches as the outputs allow.
  static List<Launch> launches(Geometry geometry) {
    return OutputGroup.of(geometry.inBits()).stream().map(ConversionRoutes::launch).toList();
  }

  private static Launch launch(OutputGroup group) {
    DeviceInfo device = group.geometry().device();
    ConversionTables tables = new ConversionTables(group.geometry().plan(), device);
    if (!device.isCpu()) {
      LocalTile tile = LocalTile.of(group);
      if (!tile.isTooNarrow() && tile.column() >= sector(tables)) {
        return local(tables, group, tile);
      }
    }
    return tiles(tables, group);
  }

  private static KernelCall call(
      ConversionTables tables, OutputGroup group, String kernel, String... shared) {
    Geometry geometry = group.geometry();
    return tables
        .define(new KernelCall(kernel, group, shared))
        .flag("MSB_FIRST", geometry.isMsbFirst())
        .flag("WITHIN", geometry.outputGrain() % tables.bytes() != 0);
  }

  private static Launch tiles(ConversionTables tables, OutputGroup group) {
    Geometry geometry = group.geometry();
    DeviceInfo device = geometry.device();
    long tile = device.clang() ? TILE : SMALL_TILE;
    long row = group.sum() / tables.bits();
    long tileRows = tileRows(group, tables.bits(), row, tile);
    long segment = tile / (row > tile ? tileRows : 1) * tables.bits();
    Columns columns = new Columns(group, segment, segment, segment, 0, false);
    long moved = geometry.rows() * geometry.pitch() / Byte.SIZE + geometry.bytes();
    KernelCall call =
        call(tables, group, "convert_tiles", "convert")
            .flag("STREAMING", device.clang() && moved >= STREAMED);
    if (tables.bits() >= Byte.SIZE && geometry.pitch() <= MOST_STEPS * tables.bits()) {
      call.define("STEP", geometry.pitch() / Byte.SIZE);
    }
    return call.tables(columns.tables())
        .tables(tables.rules(group, columns.pieces()))
        .tables(tables.lookups())
        .overTiles(columns, tileRows, 1, "%s, tiles of %s rows".formatted(tables.text(), tileRows));
  }

  private static long tileRows(OutputGroup group, int bits, long row, long tile) {
    long rows = group.geometry().rows();
    if (row > tile) {
      return group.longest() / bits >= LONG_RUN ? 1 : Math.min(rows, FEW_ROWS);
    }
    long fitting = tile / row;
    long whole = fitting >= LINE_ROWS ? fitting / LINE_ROWS * LINE_ROWS : fitting;
    return Math.min(rows, whole);
  }

  /// The bits of data that become a sector of the output.
  private static long sector(ConversionTables tables) {
    return (long) SECTOR / tables.bytes() * tables.bits();
  }

  private static Launch local(ConversionTables tables, OutputGroup group, LocalTile tile) {
    Geometry geometry = group.geometry();
    DeviceInfo device = geometry.device();
    int items = device.groupSize();
    Columns columns = tile.columns(group, sector(tables));
    Table rules = tables.rules(group, columns.pieces());
    long bytes = tile.bytes(columns, geometry.pitch());
    long rounded = Math.ceilDiv(bytes, LOCAL_STEP) * LOCAL_STEP;
    long local = Math.max(bytes, Math.min(rounded, tile.most()));
    long step = (long) LocalTile.WORD / tables.bytes() * tables.bits();
    boolean straddling =
        Integer.SIZE % tables.bits() != 0 || geometry.dataAt() % tables.bits() != 0;
    KernelCall call =
        call(tables, group, "convert_local", "tile", "convert")
            .flag("WHOLE_ROWS", tile.whole())
            .flag("STRADDLING", straddling)
            .define("TILE", local)
            .define("GROUP", items);
    long staged = tables.lookupBytes();
    if (staged > 0
        && staged <= MOST_STAGED_BYTES
        && staged + LocalTile.taken(local) <= device.localMemory()) {
      call.define("STAGED", tables.patterns());
    }
    return call.tables(columns.tables())
        .tables(rules)
        .tables(tables.lookups())
        .counts(Integer.numberOfTrailingZeros(tile.lanes(columns, items, step)))
        .overTiles(
            columns,
            tile.rows(),
            items,
            "%s, %s rows at a time through local memory".formatted(tables.text(), tile.rows()));
  }
}
