package io.cleave.spark;

import io.cleave.file.format.StoredLayout;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.SchemaUtils;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/// Checks a split on the driver, and adds it to a query.
final class SplitQuery {
  private SplitQuery() {}

  /// The rows with the parts. It throws an `AnalysisException` if no row can be split so.
  static Dataset<Row> add(TensorSplit split, Dataset<Row> rows) {
    try {
      return added(split, rows);
    } catch (IllegalArgumentException e) {
      throw SplitQuery.<RuntimeException>unchecked(
          new AnalysisException(
              "column %s cannot be split: %s".formatted(split.column, e.getMessage()),
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

  private static Dataset<Row> added(TensorSplit given, Dataset<Row> rows) {
    if (!(rows.sparkSession() instanceof SparkSession session)) {
      throw new IllegalArgumentException(
          "a session of Spark Connect takes no expressions of others; run this in the driver");
    }
    Column source = rows.col(given.column);
    StructField field = rows.select(source).schema().apply(0);
    TensorSplit split = TensorColumn.described(given, field);
    StoredLayout layout = TensorColumn.of(split).layout();
    RowPlan plan = layout == null ? null : RowPlan.of(split, layout);
    StructField[] parts =
        new StructField[plan == null ? RowPlan.columns(split) : plan.outputs().size()];
    String[] names = names(split, field.name(), parts.length);
    for (int i = 0; i < parts.length; i++) {
      Metadata metadata =
          plan == null ? Metadata.empty() : TensorColumn.metadata(plan.outputs().get(i));
      parts[i] = new StructField(names[i], DataTypes.BinaryType, true, metadata);
    }
    String text = "TensorSplit %s: %s".formatted(field.name(), plan == null ? ".npy files" : plan);
    if (split.isNullOnError && split.wrong == null) {
      split =
          split.onErrorNull(
              session.sparkContext().longAccumulator("rows with a wrong " + field.name()));
    }
    Column generator =
        SplitGenerator.column(
            source, new StructType(parts), new RowSplitter(split, parts.length), text);
    Dataset<Row> all = rows.select(functions.col("*"), generator);
    Dataset<Row> kept = split.isDropped ? all.drop(source) : all;
    boolean isExact = Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive"));
    List<String> columns =
        Stream.of(kept.columns()).map(n -> isExact ? n : n.toLowerCase(Locale.ROOT)).toList();
    int others = columns.size() - parts.length;
    // A join may leave several columns of one name, which does not matter here.
    List<String> checked =
        Stream.concat(columns.stream().limit(others).distinct(), columns.stream().skip(others))
            .toList();
    SchemaUtils.checkColumnNameDuplication(CollectionConverters.asScala(checked).toSeq(), true);
    return kept;
  }

  private static String[] names(TensorSplit split, String column, int count) {
    if (split.names.length == 0) {
      return split.stackAxis != null
          ? new String[] {column + (split.isJoined ? "_joined" : "_stacked")}
          : IntStream.range(0, count).mapToObj(i -> column + "_" + i).toArray(String[]::new);
    }
    if (split.names.length != count) {
      throw new IllegalArgumentException(
          "there are %s parts and %s names; give one for each"
              .formatted(count, split.names.length));
    }
    return split.names;
  }
}
