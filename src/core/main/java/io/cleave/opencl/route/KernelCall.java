package io.cleave.opencl.route;

import io.cleave.plan.Geometry.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Builder of a launch: `-D` options and arguments. Every kernel takes the data, the outputs, its
/// tables with those of pieces and columns at the end, and the numbers of the copy.
final class KernelCall {
  /// The kernels' struct of a piece: three longs and two ints.
  private static final int PIECE = 3 * Long.BYTES + 2 * Integer.BYTES;

  /// That of the levels.
  private static final int LEVELS = 10 * Long.BYTES;

  private final String kernel;
  private final StridedCopy group;
  private final List<String> prelude = new ArrayList<>(List.of("common"));
  private final Map<String, String> defines = new TreeMap<>();
  private final List<ByteBuffer> tables = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private int items = 1;

  /// @param kernel the name of its file
  /// @param shared files whose text comes before it, behind that of `common.cl`
  KernelCall(String kernel, StridedCopy group, String... shared) {
    this.kernel = kernel;
    this.group = group;
    prelude.addAll(List.of(shared));
    flag("CLANG", group.info().clang());
    flag("ADDRESSES", group.outputs().isEmpty());
    flag("MSB_FIRST", group.countsBits() && group.plan().data().type().isMostSignificantFirst());
    flag("LEVELS", !group.levels().isEmpty());
    if (group.outputs().size() > 1) {
      define("OUTPUTS", group.outputs().size());
      flag("LISTED", group.info().isCpu());
    }
  }

  /// Adds a `-D` option.
  KernelCall define(String name, Object value) {
    defines.put(name, value.toString());
    return this;
  }

  /// Adds a `-D` option that is 0 unless set.
  KernelCall flag(String name, boolean set) {
    return set ? define(name, 1) : this;
  }

  /// Makes work-groups as large as is good for the device.
  KernelCall grouped() {
    items = group.info().groupSize();
    return define("GROUP", items);
  }

  /// Adds a table of so many elements, which are put into a buffer.
  ///
  /// @param size the bytes of an element
  KernelCall table(int count, int size, Consumer<ByteBuffer> filling) {
    ByteBuffer content = ByteBuffer.allocate(Math.multiplyExact(count, size));
    filling.accept(content.order(ByteOrder.nativeOrder()));
    tables.add(content.flip().asReadOnlyBuffer());
    return this;
  }

  /// Adds a number behind those of the copy.
  KernelCall number(long value) {
    numbers.add(value);
    return this;
  }

  /// The launch of a kernel whose work-groups take some rows of one column, of several indices of
  /// the levels if these have fewer rows.
  Launch.Kernel over(Columns columns, long tileRows) {
    long tiles = Math.ceilDiv(group.rows(), tileRows);
    return over(columns, tileRows, tiles, Math.max(1, tileRows / group.rows()));
  }

  /// The launch of some tiles: work-group `tile * columns + column` takes one column of one tile.
  /// The tiles of all rows come before those of the next indices of the levels.
  ///
  /// @param tileRows the rows of a tile
  /// @param tiles the tiles of all rows
  /// @param each the indices of the levels that a work-group takes
  /// @throws IllegalArgumentException if there are more work-groups than devices take
  Launch.Kernel over(Columns columns, long tileRows, long tiles, long each) {
    int count = columns.count();
    long turns = Math.ceilDiv(group.indices(), each);
    if (tiles > Integer.MAX_VALUE / count / turns || group.indices() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%s tiles of %s columns are more work-groups than a launch may have; split fewer rows at a time"
              .formatted(tiles * turns, count));
    }
    List<Piece> pieces = columns.pieces();
    table(pieces.size(), PIECE, buffer -> pieces.forEach(piece -> put(piece, buffer)));
    List<Integer> starts = columns.starts();
    table(starts.size(), Integer.BYTES, buffer -> starts.forEach(buffer::putInt));
    if (!group.levels().isEmpty()) {
      table(1, LEVELS, buffer -> putLevels(tiles, each, buffer));
    }
    numbers.addAll(
        0,
        List.of(
            (long) count, group.dataAt(), group.dataEnd(), group.pitch(), group.rows(), tileRows));
    return new Launch.Kernel(
        new KernelVariant(kernel, prelude, defines),
        group.outputs(),
        tables,
        numbers,
        new Grid(count * tiles * turns * items, items),
        "tiles of %s rows, %s columns%s"
            .formatted(tileRows, count, turns == 1 ? "" : ", " + turns + " times"));
  }

  private static void put(Piece piece, ByteBuffer buffer) {
    buffer.putLong(piece.from()).putLong(piece.to()).putLong(piece.run());
    buffer.putInt((int) Math.min(piece.width(), Integer.MAX_VALUE)).putInt(piece.output());
  }

  /// A level that is missing has one index.
  private void putLevels(long tiles, long each, ByteBuffer buffer) {
    Level inner = group.levels().getLast();
    buffer.putLong(tiles).putLong(each).putLong(group.indices()).putLong(inner.count());
    boolean isAlone = group.levels().size() == 1;
    Level outer = isAlone ? new Level(1, 0, 0, 0) : group.levels().getFirst();
    for (Level level : List.of(outer, inner)) {
      buffer.putLong(level.stride()).putLong(level.runs());
      buffer.putLong(group.partBytes(level.fixed()));
    }
  }
}
