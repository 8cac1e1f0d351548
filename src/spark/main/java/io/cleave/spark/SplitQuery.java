package io.cleave.spark;

import io.cleave.file.format.StoredLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Map$;

/// Checks a split on the driver, and adds it to a query.
final class SplitQuery {
  private final Settings settings;
  private final Dataset<Row> rows;
  private final List<StructField> columns;
  private final boolean isCaseSensitive;

  private SplitQuery(Settings settings, Dataset<Row> rows) {
    this.settings = settings;
    this.rows = rows;
    this.columns = List.of(rows.schema().fields());
    this.isCaseSensitive =
        Boolean.parseBoolean(rows.sparkSession().conf().get("spark.sql.caseSensitive"));
  }

  /// The rows with the parts. It throws an `AnalysisException` if no row can be split so.
  ///
  /// @param wrong counts rows that cannot be split; null to make one where it is needed
  static Dataset<Row> add(Settings settings, @Nullable LongAccumulator wrong, Dataset<Row> rows) {
    try {
      return new SplitQuery(settings, rows).add(wrong);
    } catch (IllegalArgumentException e) {
      String column = Settings.quote(settings.column());
      throw SplitQuery.<RuntimeException>unchecked(
          new AnalysisException(
              "column %s cannot be split: %s".formatted(column, e.getMessage()),
              Option.empty(),
              Option.empty(),
              new Some<>(e),
              Option.empty(),
              Map$.MODULE$.empty(),
              new QueryContext[0]));
    }
  }

  /// Spark's methods, written in Scala, do not declare what they throw.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable refusal) throws E {
    throw (E) refusal;
  }

  private Dataset<Row> add(@Nullable LongAccumulator own) {
    if (!(rows.sparkSession() instanceof SparkSession session)) {
      throw new IllegalArgumentException(
          "a session of Spark Connect takes no expressions of others; run this in the driver");
    }
    int index = index();
    StructField source = columns.get(index);
    Optional<RowPlan> plan =
        TensorColumn.of(settings, source).layout().map(layout -> RowPlan.of(settings, layout));
    List<StructField> parts = parts(plan);
    requireDistinct(parts, index);
    String what = plan.map(RowPlan::toString).orElse(".npy files");
    String text =
        "TensorSplit %s: %s, as %s"
            .formatted(
                Settings.quote(settings.column()),
                what,
                Settings.quote(parts.stream().map(StructField::name).toList()));
    RowSplitter splitter = new RowSplitter(settings, source, parts.size(), counter(session, own));
    boolean isDropped = settings.has(Setting.DROP);
    return SplitGenerator.added(session, rows, index, isDropped, splitter, parts, text);
  }

  private int index() {
    List<Integer> found =
        IntStream.range(0, columns.size())
            .filter(i -> key(columns.get(i).name()).equals(key(settings.column())))
            .boxed()
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "%s of the columns %s have that name; name one"
              .formatted(
                  found.isEmpty() ? "none" : found.size(),
                  Settings.quote(columns.stream().map(StructField::name).toList())));
    }
    return found.getFirst();
  }

  private String key(String name) {
    return isCaseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  private List<StructField> parts(Optional<RowPlan> plan) {
    if (plan.isPresent()) {
      List<StoredLayout> outputs = plan.get().outputs();
      List<String> names = names(outputs.size());
      return IntStream.range(0, names.size())
          .mapToObj(i -> field(names.get(i), TensorColumn.metadata(outputs.get(i))))
          .toList();
    }
    Conversions.check(settings);
    int count = (int) Cuts.outputs(settings).orElse(settings.names().size());
    if (count == 0) {
      throw new IllegalArgumentException(
          "the number of chunks may differ from row to row, and that of columns cannot; name as"
              + " many as every row has with .names(...)");
    }
    return names(count).stream().map(name -> field(name, Metadata.empty())).toList();
  }

  private static StructField field(String name, Metadata metadata) {
    return new StructField(name, DataTypes.BinaryType, true, metadata);
  }

  private List<String> names(int count) {
    List<String> names = settings.names();
    if (settings.has(Setting.NAMES) && names.size() != count) {
      throw new IllegalArgumentException(
          "there are %s parts and %s names, %s; give one for each"
              .formatted(count, names.size(), Settings.quote(names)));
    }
    if (!names.isEmpty()) {
      return names;
    }
    String column = settings.column();
    return Cuts.areStacked(settings)
        ? List.of(column + "_stacked")
        : IntStream.range(0, count).mapToObj(i -> column + "_" + i).toList();
  }

  private void requireDistinct(List<StructField> parts, int index) {
    List<StructField> all = new ArrayList<>(columns);
    if (settings.has(Setting.DROP)) {
      all.remove(index);
    }
    all.addAll(parts);
    Set<String> known = new HashSet<>();
    for (StructField field : all) {
      if (!known.add(key(field.name()))) {
        throw new IllegalArgumentException(
            "there would be two columns %s; choose other .names(...), or .drop() the one that is split"
                .formatted(Settings.quote(field.name())));
      }
    }
  }

  private @Nullable LongAccumulator counter(SparkSession session, @Nullable LongAccumulator own) {
    String onError = settings.text(Setting.ON_ERROR).orElse("fail");
    return switch (onError) {
      case "fail" -> null;
      case "null" ->
          own == null
              ? session
                  .sparkContext()
                  .longAccumulator("rows with a wrong " + Settings.quote(settings.column()))
              : own;
      default ->
          throw new IllegalArgumentException(
              "onError is \"fail\" or \"null\", not \"%s\"".formatted(Settings.quote(onError)));
    };
  }
}
