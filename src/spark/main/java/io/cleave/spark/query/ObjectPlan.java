package io.cleave.spark.query;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.WholeRow;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.plans.logical.DeserializeToObject;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MapPartitions;
import org.apache.spark.sql.catalyst.plans.logical.SerializeFromObject;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.ObjectType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// The nodes of a function on partitions, around rows in Spark's internal form: in come those of
/// the query, out go the same with their parts behind.
final class ObjectPlan {
  private final SparkSession session;
  private final LogicalPlan rows;

  ObjectPlan(SparkSession session, Dataset<Row> rows) {
    this.session = session;
    this.rows = rows.queryExecution().analyzed();
  }

  /// The query with the function.
  ///
  /// @param parts the columns that it adds
  /// @param dropped the column that goes, or -1
  Dataset<Row> add(PartitionSplit split, List<StructField> parts, int dropped) {
    StructType result = rows.schema();
    for (StructField part : parts) {
      result = result.add(part);
    }
    LogicalPlan in =
        new DeserializeToObject(
            new WholeRow(values()), object(new ObjectType(InternalRow.class)), rows);
    LogicalPlan mapped = new MapPartitions(split, object(result), in);
    return Dataset$.MODULE$.ofRows(
        session, new SerializeFromObject(columns(result, dropped), mapped));
  }

  private Seq<Expression> values() {
    return seq(new ArrayList<>(CollectionConverters.asJava(rows.output())));
  }

  private static Attribute object(DataType type) {
    return new AttributeReference(
        "obj", type, false, Metadata.empty(), NamedExpression$.MODULE$.newExprId(), none());
  }

  private static Seq<NamedExpression> columns(StructType result, int dropped) {
    Expression row = new BoundReference(0, result, false);
    List<NamedExpression> columns = new ArrayList<>();
    for (int i = 0; i < result.size(); i++) {
      if (i == dropped) {
        continue;
      }
      StructField field = result.fields()[i];
      columns.add(
          new Alias(
              new GetStructField(row, i, Option.apply(field.name())),
              field.name(),
              NamedExpression$.MODULE$.newExprId(),
              none(),
              Option.apply(field.metadata()),
              none()));
    }
    return seq(columns);
  }

  private static Seq<String> none() {
    return seq(List.of());
  }

  private static <T> Seq<T> seq(List<? extends T> list) {
    return CollectionConverters.<T>asScala(List.<T>copyOf(list)).toSeq();
  }
}
