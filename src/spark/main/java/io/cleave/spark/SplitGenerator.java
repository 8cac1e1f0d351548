package io.cleave.spark;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.UserDefinedGenerator;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.IterableOnce;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// Catalyst's expression for a split: a generator, as that of `explode`, which makes one row of
/// parts from each row. Its child is the column. Spark's own evaluation copies the bytes of the
/// column; this one reads them in the row.
final class SplitGenerator extends UserDefinedGenerator {
  private static final long serialVersionUID = 1;

  private final RowSplitter splitter;
  private final String text;

  private SplitGenerator(
      RowSplitter splitter, StructType parts, String text, Seq<Expression> children) {
    super(parts, splitter, children);
    this.splitter = splitter;
    this.text = text;
  }

  /// The rows with the parts behind their columns.
  ///
  /// @param index the column that is split
  /// @param isDropped whether that column is left out
  /// @param text shown in the plan of the query
  static Dataset<Row> added(
      SparkSession session,
      Dataset<Row> rows,
      int index,
      boolean isDropped,
      RowSplitter splitter,
      List<StructField> parts,
      String text) {
    LogicalPlan plan = rows.queryExecution().analyzed();
    List<Attribute> input = CollectionConverters.asJava(plan.output());
    List<Attribute> added = new ArrayList<>();
    for (StructField part : parts) {
      added.add(
          new AttributeReference(
              part.name(),
              part.dataType(),
              true,
              part.metadata(),
              NamedExpression$.MODULE$.newExprId(),
              seq(List.of())));
    }
    StructType schema = new StructType(parts.toArray(StructField[]::new));
    Seq<Expression> column = seq(List.of(input.get(index)));
    LogicalPlan split =
        new Generate(
            new SplitGenerator(splitter, schema, text, column),
            seq(List.of()),
            false,
            Option.empty(),
            seq(added),
            plan);
    if (isDropped) {
      List<NamedExpression> kept = new ArrayList<>(input);
      kept.remove(index);
      kept.addAll(added);
      split = new Project(seq(kept), split);
    }
    return Dataset$.MODULE$.ofRows(session, split);
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }

  @Override
  public IterableOnce<InternalRow> eval(InternalRow row) {
    return splitter.split(value(children().head(), row));
  }

  private static @Nullable MemorySegment value(Expression column, InternalRow row) {
    if (column instanceof BoundReference reference
        && row instanceof UnsafeRow unsafe
        && unsafe.getBaseObject() instanceof byte[] memory) {
      if (unsafe.isNullAt(reference.ordinal())) {
        return null;
      }
      // A word of the row holds the offset of the value in the row and the number of its bytes.
      long word = unsafe.getLong(reference.ordinal());
      long start = unsafe.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET + (word >>> Integer.SIZE);
      return MemorySegment.ofArray(memory).asSlice(start, word & 0xFFFF_FFFFL);
    }
    return column.eval(row) instanceof byte[] bytes ? MemorySegment.ofArray(bytes) : null;
  }

  @Override
  public UserDefinedGenerator withNewChildrenInternal(IndexedSeq<Expression> others) {
    return new SplitGenerator(splitter, elementSchema(), text, others);
  }

  @Override
  public String toString() {
    return text;
  }
}
