package io.cleave.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/// What goes to each task.
///
/// An immutable value, but for the accumulator.
public final class PartitionSplit extends AbstractFunction1<Iterator<Object>, Iterator<Object>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  private final Settings settings;
  private final StructField source;
  private final int index;
  private final int outputs;
  private final String text;
  private final @Nullable LongAccumulator wrong;

  /// @param source the column that is split
  /// @param index where it stands
  /// @param outputs how many columns there are for its parts
  /// @param text what it does, for whoever looks at the query
  /// @param wrong counts rows that cannot be split; null where they fail
  public PartitionSplit(
      Settings settings,
      StructField source,
      int index,
      int outputs,
      String text,
      @Nullable LongAccumulator wrong) {
    this.settings = settings;
    this.source = source;
    this.index = index;
    this.outputs = outputs;
    this.text = text;
    this.wrong = wrong;
  }

  /// What the user said.
  public Settings settings() {
    return settings;
  }

  /// The column that is split.
  public StructField source() {
    return source;
  }

  /// Where it stands.
  public int index() {
    return index;
  }

  /// How many columns there are for its parts.
  public int outputs() {
    return outputs;
  }

  /// What counts rows that cannot be split; null where they fail.
  public @Nullable LongAccumulator wrong() {
    return wrong;
  }

  @Override
  public Iterator<Object> apply(Iterator<Object> rows) {
    return Door.engine("this executor").split(this, rows);
  }

  /// What stands in the plan of the query.
  @Override
  public String toString() {
    return text;
  }
}
