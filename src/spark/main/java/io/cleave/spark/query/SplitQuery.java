package io.cleave.spark.query;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import io.cleave.spark.column.RowSplit;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.device.ConcurrentSplits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/// Adds a split to a query.
public final class SplitQuery {
  private final Settings settings;
  private final Dataset<Row> rows;
  private final StructType schema;
  private final boolean isCaseSensitive;

  private SplitQuery(Settings settings, Dataset<Row> rows) {
    this.settings = settings;
    this.rows = rows;
    this.schema = rows.schema();
    this.isCaseSensitive =
        Boolean.parseBoolean(rows.sparkSession().conf().get("spark.sql.caseSensitive"));
  }

  /// The rows with the parts. It throws an `AnalysisException` if no row can be split so.
  ///
  /// @param wrong counts rows that cannot be split; null to make one, if they become null
  public static Dataset<Row> add(
      Settings settings, @Nullable LongAccumulator wrong, Dataset<Row> rows) {
    String column = Settings.excerpt(settings.get(Setting.COLUMN, ""));
    try {
      return new SplitQuery(settings, rows).add(wrong);
    } catch (IllegalArgumentException e) {
      throw Refusal.of("column %s cannot be split: %s".formatted(column, e.getMessage()), e);
    }
  }

  private Dataset<Row> add(@Nullable LongAccumulator wrong) {
    if (!(rows.sparkSession() instanceof SparkSession session)) {
      throw new IllegalArgumentException(
          "this is a session of Spark Connect, which takes no functions of partitions; run it where"
              + " the driver is");
    }
    Words.check(settings);
    ConcurrentSplits.of(session.sparkContext().getConf());
    int index = index();
    StructField source = schema.fields()[index];
    TensorColumn column = TensorColumn.of(settings, source);
    List<StructField> parts = new PartColumns(settings, column).fields();
    List<StructField> all = kept(index);
    all.addAll(parts);
    PartColumns.requireDistinct(all, isCaseSensitive);
    PartitionSplit split =
        new PartitionSplit(
            settings, source, index, parts.size(), text(column, parts), counter(session, wrong));
    return new ObjectPlan(session, rows).add(split, parts, settings.has(Setting.DROP) ? index : -1);
  }

  private int index() {
    String name = settings.get(Setting.COLUMN, "");
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      String other = schema.fields()[i].name();
      if (isCaseSensitive ? other.equals(name) : other.equalsIgnoreCase(name)) {
        found.add(i);
      }
    }
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "%s of the columns %s are called so; name one"
              .formatted(
                  found.isEmpty() ? "none" : found.size(),
                  Settings.excerpt(Arrays.asList(schema.fieldNames()))));
    }
    return found.getFirst();
  }

  private List<StructField> kept(int index) {
    List<StructField> kept = new ArrayList<>(Arrays.asList(schema.fields()));
    if (settings.has(Setting.DROP)) {
      kept.remove(index);
    }
    return kept;
  }

  private String text(TensorColumn column, List<StructField> parts) {
    String what =
        column
            .layout()
            .map(layout -> RowSplit.of(settings, layout).toString())
            .orElseGet(settings::toString);
    return "TensorSplit %s: %s, as %s"
        .formatted(
            Settings.excerpt(settings.get(Setting.COLUMN, "")),
            what,
            String.join(", ", parts.stream().map(StructField::name).toList()));
  }

  private @Nullable LongAccumulator counter(SparkSession session, @Nullable LongAccumulator own) {
    if (settings.get(Setting.ON_ERROR, Words.FAIL).equals(Words.FAIL)) {
      return null;
    }
    return own == null
        ? session
            .sparkContext()
            .longAccumulator(
                "rows with a wrong " + Settings.excerpt(settings.get(Setting.COLUMN, "")))
        : own;
  }
}
