package io.cleave.spark.query;

import io.cleave.file.tensor.Layout;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import io.cleave.spark.column.PartCell;
import io.cleave.spark.column.RowSplit;
import io.cleave.spark.column.TensorColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;

/// The columns that a split adds.
final class PartColumns {
  private static final List<Setting> COUNTS = List.of(Setting.EQUAL, Setting.NEARLY_EQUAL);

  private final Settings settings;
  private final TensorColumn column;

  PartColumns(Settings settings, TensorColumn column) {
    this.settings = settings;
    this.column = column;
  }

  /// Them, in order.
  ///
  /// @throws IllegalArgumentException if no row can be split so
  List<StructField> fields() {
    return column.layout().isPresent() ? known(column.layout().get()) : unknown();
  }

  private List<StructField> known(Layout layout) {
    List<Layout> outputs = RowSplit.of(settings, layout).outputs();
    List<String> names = names(outputs.size());
    List<PartCell> cells = PartCell.ofRow(PartCell.container(settings, column), outputs);
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      PartCell cell = cells.get(i);
      fields.add(new StructField(names.get(i), cell.type(), true, cell.metadata()));
    }
    return fields;
  }

  /// Each row has a shape of its own.
  private List<StructField> unknown() {
    PartCell.container(settings, column);
    RowSplit.checkAlone(settings);
    long count = count();
    RowSplit.requireFew(count);
    return names(Math.toIntExact(count)).stream()
        .map(name -> new StructField(name, DataTypes.BinaryType, true, Metadata.empty()))
        .toList();
  }

  private long count() {
    if (settings.has(Setting.STACK) || settings.has(Setting.JOIN)) {
      return 1;
    }
    for (Setting count : COUNTS) {
      if (settings.has(count)) {
        return Long.parseLong(settings.get(count, "").strip());
      }
    }
    if (settings.has(Setting.LENGTHS)) {
      return settings.list(Setting.LENGTHS).size();
    }
    if (settings.has(Setting.AT)) {
      return settings.list(Setting.AT).size() + 1L;
    }
    int names = settings.list(Setting.NAMES).size();
    if (names == 0) {
      throw new IllegalArgumentException(
          "how many chunks there are differs from row to row, and columns do not; name as many as"
              + " every row has with .names(...)");
    }
    return names;
  }

  private List<String> names(int count) {
    List<String> names = settings.list(Setting.NAMES);
    if (names.isEmpty()) {
      return usual(count);
    }
    if (names.size() != count) {
      throw new IllegalArgumentException(
          "there are %s parts and %s names, %s; give one for each"
              .formatted(count, names.size(), Settings.excerpt(names)));
    }
    return names;
  }

  private List<String> usual(int count) {
    String column = settings.get(Setting.COLUMN, "");
    if (settings.has(Setting.STACK) || settings.has(Setting.JOIN)) {
      return List.of(column + "_stacked");
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(column + "_" + i);
    }
    return names;
  }

  /// Refuses names that are there already.
  ///
  /// @param isCaseSensitive whether Spark tells `R` from `r`
  static void requireDistinct(List<StructField> fields, boolean isCaseSensitive) {
    Set<String> known = new HashSet<>();
    for (StructField field : fields) {
      String name = isCaseSensitive ? field.name() : field.name().toLowerCase(Locale.ROOT);
      if (!known.add(name)) {
        throw new IllegalArgumentException(
            "there would be two columns %s; choose other .names(...), or .drop() the one that is split"
                .formatted(Settings.excerpt(field.name())));
      }
    }
  }
}
