package io.cleave.opencl.route;

import io.cleave.plan.BitOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Builder of a launch: `-D` options and arguments. Every kernel takes the data, the outputs, its
/// tables with those of pieces and columns at the end, and the numbers of the geometry.
final class KernelCall {
  private final String kernel;
  private final Geometry group;
  private final List<String> prelude = new ArrayList<>(List.of("common"));
  private final Map<String, String> defines = new TreeMap<>();
  private final List<Table> tables = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private int items = 1;

  /// @param kernel the name of its file
  /// @param shared files whose text comes before it, behind that of `common.cl`
  KernelCall(String kernel, Geometry group, String... shared) {
    this.kernel = kernel;
    this.group = group;
    prelude.addAll(List.of(shared));
    flag("CLANG", group.device().clang());
    flag("ADDRESSES", group.outputs().isEmpty());
    BitOrder order = group.plan().type().bitOrder();
    flag("MSB_FIRST", group.countsBits() && order == BitOrder.MOST_SIGNIFICANT_FIRST);
    if (group.outputs().size() > 1) {
      define("OUTPUTS", group.outputs().size());
      flag("LISTED", group.device().isCpu());
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
    items = group.device().groupSize();
    return define("GROUP", items);
  }

  /// Adds a table before those of pieces and columns.
  KernelCall table(Table table) {
    tables.add(table);
    return this;
  }

  /// Adds a number behind those of the geometry.
  KernelCall number(long value) {
    numbers.add(value);
    return this;
  }

  /// The launch of a kernel whose work-groups take some rows of one column.
  Launch.Kernel over(Columns columns, long tileRows) {
    return over(columns, tileRows, Math.ceilDiv(group.rows(), tileRows));
  }

  /// The launch of some tiles: work-group `tile * columns + column` takes one column of one tile.
  ///
  /// @param tileRows the rows of a tile
  /// @throws IllegalArgumentException if there are more work-groups than devices take
  Launch.Kernel over(Columns columns, long tileRows, long tiles) {
    int count = columns.count();
    if (tiles > Integer.MAX_VALUE / count) {
      throw new IllegalArgumentException(
          "%s tiles of %s columns are more work-groups than a launch may have; split fewer rows at a time"
              .formatted(tiles, count));
    }
    tables.add(Table.ofPieces(columns.pieces()));
    List<Integer> starts = columns.starts();
    tables.add(Table.of(starts.size(), Integer.BYTES, buffer -> starts.forEach(buffer::putInt)));
    numbers.addAll(
        0,
        List.of(
            (long) count, group.dataAt(), group.dataEnd(), group.pitch(), group.rows(), tileRows));
    return new Launch.Kernel(
        new KernelVariant(kernel, prelude, defines),
        group.outputs(),
        tables,
        numbers,
        new Grid(count * tiles * items, items),
        "tiles of " + tileRows + " rows, " + count + " columns");
  }
}
