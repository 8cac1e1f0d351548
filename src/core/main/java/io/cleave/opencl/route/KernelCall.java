package io.cleave.opencl.route;

import io.cleave.opencl.route.Launch.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Builder of a launch: `-D` options and arguments. Each kernel takes the data and the outputs
/// first.
final class KernelCall {
  private final String kernel;
  private final Geometry geometry;
  private final List<String> prelude = new ArrayList<>(List.of("common"));
  private final Map<String, Object> defines = new TreeMap<>();
  private final List<Slot> slots = new ArrayList<>();

  /// @param kernel the name of its file
  /// @param shared files whose text comes before it, behind that of `common.cl`
  KernelCall(String kernel, OutputGroup group, String... shared) {
    this.kernel = kernel;
    this.geometry = group.geometry();
    prelude.addAll(List.of(shared));
    DeviceInfo device = geometry.device();
    flag("CLANG", device.clang());
    flag("ADDRESSES", group.isByAddress());
    if (group.arguments() > 1) {
      define("OUTPUTS", group.arguments());
      flag("LISTED", device.isCpu());
    }
    slots.add(new Slot.Data());
    slots.addAll(group.slots());
  }

  /// Adds a `-D` option.
  KernelCall define(String name, Object value) {
    defines.put(name, value);
    return this;
  }

  /// Adds a `-D` option that is 0 unless set.
  KernelCall flag(String name, boolean set) {
    return set ? define(name, 1) : this;
  }

  /// Adds tables as arguments.
  KernelCall tables(Table... tables) {
    for (Table table : tables) {
      slots.add(new Slot.Content(table));
    }
    return this;
  }

  /// Adds numbers of 64 bits as arguments.
  KernelCall numbers(long... values) {
    for (long value : values) {
      slots.add(new Slot.Scalar(value));
    }
    return this;
  }

  /// Adds numbers of 32 bits as arguments.
  KernelCall counts(long... values) {
    for (long value : values) {
      slots.add(new Slot.Scalar(Math.toIntExact(value)));
    }
    return this;
  }

  /// The launch of a kernel whose work-groups take a tile: some rows of one column. Adds the
  /// arguments behind all tables: the number of columns, and where rows are.
  ///
  /// @param tileRows the rows of a tile
  /// @param items the work-items of a work-group
  Launch.Kernel overTiles(Columns columns, long tileRows, int items, String reason) {
    return counts(columns.count())
        .numbers(geometry.dataAt(), geometry.dataEnd(), geometry.pitch(), geometry.rows(), tileRows)
        .over(columns.count(), Math.ceilDiv(geometry.rows(), tileRows), items, reason);
  }

  /// The launch of some columns of some tiles: work-group `tile * columns + column` takes one.
  ///
  /// @param items the work-items of a work-group
  /// @throws IllegalArgumentException if there are more work-groups than devices take
  Launch.Kernel over(long columns, long tiles, int items, String reason) {
    if (tiles > Integer.MAX_VALUE / columns) {
      throw new IllegalArgumentException(
          "%s tiles of %s columns are more work-groups than a launch may have; split fewer rows at a time"
              .formatted(tiles, columns));
    }
    Grid grid = new Grid(columns * tiles * items, items);
    return new Launch.Kernel(KernelVariant.of(kernel, prelude, defines), slots, grid, reason);
  }
}
