package io.cleave.spark;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.UserDefinedGenerator;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.jspecify.annotations.Nullable;
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

  /// The columns of the parts.
  ///
  /// @param source the column that is split
  /// @param parts the columns that it makes
  /// @param text shown in the plan of the query
  static Column column(Column source, StructType parts, RowSplitter splitter, String text) {
    List<Expression> children = List.of(ExpressionUtils.expression(source));
    return ExpressionUtils.column(
        new SplitGenerator(splitter, parts, text, CollectionConverters.asScala(children).toSeq()));
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
