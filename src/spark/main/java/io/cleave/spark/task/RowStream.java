package io.cleave.spark.task;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Setting;
import io.cleave.spark.column.PartCell;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.device.SharedSplitter;
import io.cleave.spark.device.SharedSplitters;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/// The rows of a partition, in order, with their parts. Not more than a batch of them is in memory.
public final class RowStream extends AbstractIterator<Object> {
  private static final long USUAL_BATCH = 4 << 20;

  /// From here on plain Java splits a row alone. Of 48 bytes in three, a row took 1700 ns alone and
  /// 770 in a batch; of 264 bytes 1590 and 1580; of 1 KiB 3730 and 3410; of 3 KiB 2500 and 3100; of
  /// 147 KiB .10 ms and .17.
  private static final long ALONE_BYTES = 2 << 10;

  /// Where tensors are tiny, or null, rows weigh next to nothing.
  private static final int MOST_ROWS = 1 << 16;

  private final Iterator<Object> rows;
  private final RowReader reader;
  private final SharedSplitter splitter;
  private final BatchMemory memory = new BatchMemory();
  private final long budget;
  private final InternalRow withoutParts;

  private Batch batch = new Batch();

  /// A row that was read and belongs to no batch, or to the next one.
  private @Nullable Waiting early;

  /// @param rows internal rows
  public RowStream(PartitionSplit how, Iterator<Object> rows) {
    TaskContext task =
        Objects.requireNonNull(TaskContext.get(), "partitions are split within tasks");
    this.rows = rows;
    this.reader = new RowReader(how, TensorColumn.of(how.settings(), how.source()));
    this.splitter = SharedSplitters.of(how.settings(), task);
    this.budget = how.settings().get(Setting.BATCH_BYTES).map(Long::valueOf).orElse(USUAL_BATCH);
    this.withoutParts = new GenericInternalRow(how.outputs());
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
    // The memory of a row is used again as soon as Spark is asked for another one.
    return batch.hasNext() || early != null || rows.hasNext();
  }

  /// The next row of the query, and behind it its parts.
  @Override
  public Object next() {
    if (batch.hasNext()) {
      return batch.next();
    }
    if (!hasNext()) {
      throw new NoSuchElementException("the partition has no more rows");
    }
    Waiting row = early == null ? read() : early;
    early = null;
    Waiting.Tensor tensor = row.tensor();
    if (tensor == null) {
      return new JoinedRow(row.row(), withoutParts);
    }
    if (isSplitAlone(tensor)) {
      return new JoinedRow(row.row(), splitAlone(tensor));
    }
    fill(row);
    return batch.next();
  }

  private Waiting read() {
    InternalRow row = (InternalRow) rows.next();
    return new Waiting(row, reader.read(row));
  }

  /// Plain Java moves the runs of one row as fast as those of many, and from Spark's memory to
  /// Spark's memory: nothing is gathered, nothing is launched.
  private boolean isSplitAlone(Waiting.Tensor tensor) {
    return tensor.bytes().byteSize() >= ALONE_BYTES && splitter.isJava();
  }

  private InternalRow splitAlone(Waiting.Tensor tensor) {
    List<PartCell.Blank> blanks = tensor.plan().blanks();
    List<MemorySegment> parts = blanks.stream().map(PartCell.Blank::part).toList();
    splitter.run(open -> tensor.plan().split().splitOne(open, tensor.bytes(), parts));
    return new GenericInternalRow(blanks.stream().map(PartCell.Blank::value).toArray());
  }

  private void fill(Waiting first) {
    batch = new Batch();
    add(first);
    while (batch.weight() < budget && batch.size() < MOST_ROWS && rows.hasNext()) {
      Waiting row = read();
      if (!batch.takes(row) || (row.tensor() != null && isSplitAlone(row.tensor()))) {
        early = row;
        break;
      }
      add(row);
    }
    batch.split(splitter, memory);
  }

  private void add(Waiting row) {
    InternalRow copy = row.row().copy();
    batch.add(new Waiting(copy, row.tensor() == null ? null : reader.read(copy)));
  }
}
