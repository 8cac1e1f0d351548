package io.cleave.spark.task;

import io.cleave.spark.column.PartCell;
import io.cleave.spark.device.SharedSplitter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.jspecify.annotations.Nullable;

/// Rows whose tensors are split as one, and are handed out in order.
final class Batch {
  /// About what the objects of a row take.
  private static final long OBJECTS = 128;

  private final List<Waiting> rows = new ArrayList<>();
  private @Nullable RowPlan plan;
  private List<MemorySegment> parts = List.of();
  private int tensors;
  private long weight;

  private int next;
  private int nextTensor;

  /// Whether a row can be split with those that are here.
  boolean takes(Waiting row) {
    RowPlan own = plan;
    return row.tensor() == null
        || own == null
        || (own.split().equals(row.tensor().plan().split()) && own.split().makesBatches());
  }

  /// @param row a copy, which nobody uses again
  void add(Waiting row) {
    rows.add(row);
    weight += OBJECTS + bytes(row);
    if (row.tensor() != null) {
      plan = row.tensor().plan();
      tensors++;
    }
  }

  private static long bytes(Waiting row) {
    if (row.row() instanceof UnsafeRow unsafe) {
      return unsafe.getSizeInBytes();
    }
    return row.tensor() == null ? 0 : row.tensor().bytes().byteSize();
  }

  /// About how many bytes wait here.
  long weight() {
    return weight;
  }

  int size() {
    return rows.size();
  }

  /// Splits all tensors at once.
  void split(SharedSplitter splitter, BatchMemory memory) {
    RowPlan own = plan;
    if (own == null) {
      return;
    }
    List<Long> sizes = new ArrayList<>();
    sizes.add(own.split().bytes() * tensors);
    own.cells().forEach(cell -> sizes.add(cell.part().bytes() * tensors));
    List<MemorySegment> pieces = memory.take(sizes);
    MemorySegment data = pieces.getFirst();
    gather(data);
    parts = pieces.subList(1, pieces.size());
    splitter.run(open -> own.split().split(open, tensors, data, parts));
  }

  private void gather(MemorySegment data) {
    long at = 0;
    for (Waiting row : rows) {
      if (row.tensor() != null) {
        MemorySegment bytes = row.tensor().bytes();
        MemorySegment.copy(bytes, 0, data, at, bytes.byteSize());
        at += bytes.byteSize();
      }
    }
  }

  boolean hasNext() {
    return next < rows.size();
  }

  /// The next row, and behind it its parts.
  InternalRow next() {
    Waiting row = rows.get(next++);
    GenericInternalRow cells = new GenericInternalRow(parts.size());
    if (row.tensor() != null) {
      List<PartCell.Blank> blanks = row.tensor().plan().blanks();
      for (int i = 0; i < blanks.size(); i++) {
        PartCell.Blank blank = blanks.get(i);
        long bytes = blank.part().byteSize();
        blank.part().copyFrom(parts.get(i).asSlice(nextTensor * bytes, bytes));
        cells.update(i, blank.value());
      }
      nextTensor++;
    }
    return new JoinedRow(row.row(), cells);
  }
}
