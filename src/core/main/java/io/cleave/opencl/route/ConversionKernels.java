package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.BOOLEAN;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I8;
import static io.cleave.plan.ElementType.U8;

import io.cleave.convert.Definition;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Launches of plans that convert. Each element is read once and written once: by `convert_tiles`,
/// where a thread of a processor takes a tile of rows, or through local memory by `convert_local`.
///
/// Elements are converted by the arithmetic of `convert.cl`, or by a look-up table of all patterns
/// of the source for each of the rules.
public final class ConversionKernels {
  /// The elements of a tile: few enough that what parts share stays in a cache.
  private static final long TILE = 16_384;

  /// Elements of a tile where a work-item must not take many steps, see [DeviceInfo].
  private static final long SMALL_TILE = 2048;

  /// Rows after which every part is whole lines.
  private static final long LINE_ROWS = 64;

  /// Rows of a tile that is cut into columns, unless runs are long: even runs of 8 bytes fill
  /// lines.
  private static final long FEW_ROWS = 8;

  private static final long LONG_RUN = 1024;

  /// Most elements of a row whose length is a constant of the program: more gain nothing by it.
  private static final long MOST_STEPS = 8;

  /// Bytes read and written from which stores that bypass the caches pay.
  private static final long STREAMED = 16L << 20;

  /// Look-up tables up to here leave room for as many groups on a compute unit: three of 256 floats
  /// fit.
  private static final int MOST_STAGED_BYTES = 4096;

  /// Sizes of local memory are multiples, so that most plans share a program.
  private static final long LOCAL_STEP = 4096;

  /// Segments of a run are a multiple of it in the output: a sector of memory.
  private static final long SECTOR = 32;

  /// Bytes of a rule in `convert.cl`: scale, bias, zero point, first pattern.
  private static final int RULE = 4 * Integer.BYTES;

  private static final long MOST_PATTERNS = 1 << 27;

  /// Types of 8 bits that cost less without a table.
  private static final Set<ElementType> CALCULATED = Set.of(U8, I8, BOOLEAN);

  private final StridedCopy group;
  private final DeviceInfo info;
  private final Conversion conversion;
  private final ElementType source;
  private final int bits;
  private final int bytes;
  private final boolean byTable;

  /// The rules that have a look-up table, and its first pattern.
  private final Map<Rule, Integer> tables = new LinkedHashMap<>();

  private ConversionKernels(StridedCopy group) {
    this.group = group;
    this.info = group.info();
    this.conversion = group.plan().conversion().orElseThrow();
    this.source = group.plan().data().type();
    this.bits = source.bits();
    this.bytes = conversion.target().bits() / Byte.SIZE;
    boolean calculates = CALCULATED.contains(source) && conversion.target() != F64;
    this.byTable = bits <= Byte.SIZE && !(calculates && info.exactFloats());
  }

  /// The reason why a device cannot convert so that every bit is right, as a sentence without an
  /// end; empty if it can.
  public static Optional<String> obstacle(SplitPlan plan, DeviceInfo info) {
    return plan.conversion().isPresent()
            && !info.exactFloats()
            && plan.data().type().bits() > Byte.SIZE
        ? Optional.of(
            "device %s does not round or keep small numbers in single precision as the conversion of %s to %s is defined"
                .formatted(info.device().name(), plan.data().type(), plan.partType()))
        : Optional.empty();
  }

  /// The launch for a group of parts.
  static Launch launch(StridedCopy some) {
    ConversionKernels kernels = new ConversionKernels(some.inBits());
    return kernels.info.isCpu()
        ? kernels.tiles()
        : LocalTile.of(kernels.group, kernels.fromData(SECTOR))
            .map(kernels::local)
            .orElseGet(kernels::tiles);
  }

  /// The bits of data that become so many bytes of the output.
  private long fromData(long outputBytes) {
    return outputBytes / bytes * bits;
  }

  private KernelCall call(String kernel, Columns columns, String... shared) {
    KernelCall call =
        new KernelCall(kernel, group, shared)
            .flag("WITHIN", group.outputGrain() % bytes != 0)
            .define("BITS", bits)
            .define("BYTES", bytes)
            .define("RULE", "RULE_" + (byTable ? "TABLE" : rule()));
    List<Piece> pieces = columns.pieces();
    call.table(pieces.size(), RULE, buffer -> pieces.forEach(piece -> putRule(piece, buffer)));
    return byTable
        ? call.table(patterns(), bytes, this::putLookups)
        : call.define("SOURCE", type(source)).define("TARGET", type(conversion.target()));
  }

  private static String type(ElementType type) {
    return "TYPE_" + type.toString().toUpperCase(Locale.ROOT);
  }

  private String rule() {
    return switch (conversion.rule(0)) {
      case Rule.Cast _ -> "CAST";
      case Rule.Affine _ -> "AFFINE";
      case Rule.Dequantized _ -> "DEQUANTIZED";
    };
  }

  /// Also collects the rules that have look-up tables.
  private void putRule(Piece piece, ByteBuffer buffer) {
    Rule rule = conversion.rule(piece.slice());
    switch (rule) {
      case Rule.Cast _ -> buffer.putFloat(1).putFloat(0).putInt(0);
      case Rule.Affine(float scale, float bias) -> buffer.putFloat(scale).putFloat(bias).putInt(0);
      case Rule.Dequantized(float scale, long zero) ->
          buffer.putFloat(scale).putFloat(0).putInt((int) zero);
    }
    buffer.putInt(byTable ? tables.computeIfAbsent(rule, _ -> patterns()) : 0);
  }

  /// The number of patterns in all look-up tables.
  private int patterns() {
    if ((long) tables.size() << bits > MOST_PATTERNS) {
      throw new IllegalArgumentException(
          "tables of more than %s patterns do not fit a device; convert fewer parts at once"
              .formatted(MOST_PATTERNS));
    }
    return tables.size() << bits;
  }

  /// All look-up tables, one behind the other.
  private void putLookups(ByteBuffer buffer) {
    for (Rule rule : tables.keySet()) {
      long[] table = new Definition(source, rule, conversion.target()).table();
      for (int i = 0; i < 1 << bits; i++) {
        switch (bytes) {
          case Short.BYTES -> buffer.putShort((short) table[i]);
          case Integer.BYTES -> buffer.putInt((int) table[i]);
          default -> buffer.putLong(table[i]);
        }
      }
    }
  }

  private Launch tiles() {
    long tile = info.clang() ? TILE : SMALL_TILE;
    long row = group.sum() / bits;
    long tileRows = tileRows(row, tile);
    long segment = tile / (row > tile ? tileRows : 1) * bits;
    Columns columns = Columns.of(group, segment, segment, segment, 0, false);
    long moved = group.allRows() * group.pitch() / Byte.SIZE + group.bytes();
    KernelCall call =
        call("convert_tiles", columns, "convert")
            .flag("STREAMING", info.clang() && group.fillsLines() && moved >= STREAMED);
    if (bits >= Byte.SIZE && group.pitch() <= MOST_STEPS * bits && group.pitch() % bits == 0) {
      call.define("STEP", group.pitch() / Byte.SIZE);
    }
    return call.over(columns, tileRows);
  }

  private long tileRows(long row, long tile) {
    long rows = group.allRows();
    if (row > tile) {
      return group.longest() / bits >= LONG_RUN ? 1 : Math.min(rows, FEW_ROWS);
    }
    long fitting = tile / row;
    long whole = fitting >= LINE_ROWS ? fitting / LINE_ROWS * LINE_ROWS : fitting;
    return Math.min(rows, whole);
  }

  private Launch local(LocalTile tile) {
    long rounded = Math.ceilDiv(tile.bytes(), LOCAL_STEP) * LOCAL_STEP;
    long local = Math.max(tile.bytes(), Math.min(rounded, tile.most()));
    boolean straddling = Integer.SIZE % bits != 0 || group.grain() % bits != 0;
    KernelCall call =
        call("convert_local", tile.columns(), "tile", "convert")
            .grouped()
            .flag("WHOLE_ROWS", tile.whole())
            .flag("STRADDLING", straddling)
            .define("TILE", local);
    long staged = (long) patterns() * bytes;
    if (staged > 0
        && staged <= MOST_STAGED_BYTES
        && staged + LocalTile.taken(local) <= info.localMemory()) {
      call.define("STAGED", patterns());
    }
    int lanes = tile.lanes(fromData(LocalTile.WORD));
    return call.number(Integer.numberOfTrailingZeros(lanes)).over(tile.columns(), tile.rows());
  }
}
