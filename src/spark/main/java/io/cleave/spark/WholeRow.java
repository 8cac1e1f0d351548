package io.cleave.spark;

import java.io.Serializable;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.ObjectType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/// The row itself, as an object: nothing is taken out of it, and nothing copied. Spark's own
/// expression makes an object of each column, which copies all bytes.
///
/// An immutable value.
public final class WholeRow extends Expression implements CodegenFallback, Serializable {
  private static final long serialVersionUID = 1;

  /// Spark's lists are serializable, whatever their type says.
  @SuppressWarnings("serial")
  private final Seq<Expression> columns;

  /// Whether the columns are, in order, those of the rows that come in; 0 while that is not known.
  private transient int isInOrder;

  /// @param columns those of the row, so that Spark leaves none out
  public WholeRow(Seq<Expression> columns) {
    this.columns = columns;
  }

  @Override
  public Object eval(@Nullable InternalRow row) {
    InternalRow input = Objects.requireNonNull(row, "an expression of columns has a row");
    if (isInOrder == 0) {
      isInOrder = isInOrder(input) ? 1 : -1;
    }
    return isInOrder > 0 ? input : taken(input);
  }

  private boolean isInOrder(InternalRow row) {
    for (int i = 0; i < columns.size(); i++) {
      if (!(columns.apply(i) instanceof BoundReference column) || column.ordinal() != i) {
        return false;
      }
    }
    return row.numFields() == columns.size();
  }

  private InternalRow taken(InternalRow row) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.apply(i).eval(row);
    }
    return new GenericInternalRow(values);
  }

  @Override
  public ExprCode doGenCode(CodegenContext context, ExprCode result) {
    return CodegenFallback.super.doGenCode(context, result);
  }

  @Override
  public boolean nullable() {
    return false;
  }

  @Override
  public DataType dataType() {
    return new ObjectType(InternalRow.class);
  }

  @Override
  public Seq<Expression> children() {
    return columns;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> others) {
    return new WholeRow(others);
  }

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productElement(int index) {
    return columns;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof WholeRow;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WholeRow row && columns.equals(row.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }
}
