package io.cleave.spark.task;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Setting;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.device.SharedSplitter;
import io.cleave.spark.device.SharedSplitters;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/// The rows of a partition, in order, with their parts. Not more than a batch of them is in memory.
public final class RowStream extends AbstractIterator<Object> {
  private static final long USUAL_BATCH = 4 << 20;

  /// Where tensors are tiny, or null, rows weigh next to nothing.
  private static final int MOST_ROWS = 1 << 16;

  private final Iterator<Object> rows;
  private final RowReader reader;
  private final SharedSplitter splitter;
  private final BatchMemory memory = new BatchMemory();
  private final long budget;
  private final int outputs;

  private Batch batch;

  /// A row that was read and belongs to the next batch.
  private @Nullable Waiting early;

  /// @param rows [Row]s of internal values
  public RowStream(PartitionSplit how, Iterator<Object> rows) {
    TaskContext task =
        Objects.requireNonNull(TaskContext.get(), "partitions are split within tasks");
    this.rows = rows;
    this.reader = new RowReader(how, TensorColumn.of(how.settings(), how.source()));
    this.splitter = SharedSplitters.of(how.settings(), task);
    this.budget = how.settings().get(Setting.BATCH_BYTES).map(Long::valueOf).orElse(USUAL_BATCH);
    this.outputs = how.outputs();
    this.batch = new Batch(outputs);
    task.addTaskCompletionListener(new Closing(memory));
  }

  /// Gives the memory back when the task is over, however it ends.
  private record Closing(BatchMemory memory) implements TaskCompletionListener {
    @Override
    public void onTaskCompletion(TaskContext task) {
      memory.close();
    }
  }

  @Override
  public boolean hasNext() {
    return batch.hasNext() || early != null || rows.hasNext();
  }

  @Override
  public Object next() {
    if (!batch.hasNext()) {
      if (!hasNext()) {
        throw new NoSuchElementException("the partition has no more rows");
      }
      fill();
    }
    return new GenericInternalRow(batch.next());
  }

  private void fill() {
    batch = new Batch(outputs);
    do {
      Waiting row = early == null ? reader.read((Row) rows.next()) : early;
      early = batch.takes(row) ? null : row;
      if (early == null) {
        batch.add(row);
      }
    } while (early == null && !isFull() && rows.hasNext());
    batch.split(splitter, memory);
  }

  private boolean isFull() {
    return batch.weight() >= budget || batch.size() >= MOST_ROWS;
  }
}
