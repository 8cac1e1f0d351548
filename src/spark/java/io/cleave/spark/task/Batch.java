package io.cleave.spark.task;

import io.cleave.spark.column.PartCell;
import io.cleave.spark.device.SharedSplitter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows whose tensors are split as one, and are handed out in order.
final class Batch {
  private final int outputs;
  private final List<Waiting> rows = new ArrayList<>();
  private @Nullable RowPlan plan;
  private List<MemorySegment> parts = List.of();
  private int tensors;
  private long weight;

  private int next;
  private int nextTensor;

  /// @param outputs how many columns there are for the parts
  Batch(int outputs) {
    this.outputs = outputs;
  }

  /// Whether a row can be split with those that are here.
  boolean takes(Waiting row) {
    RowPlan own = plan;
    return row.tensor() == null
        || own == null
        || (own == row.tensor().plan() && own.split().makesBatches());
  }

  void add(Waiting row) {
    rows.add(row);
    weight += row.weight();
    if (row.tensor() != null) {
      plan = row.tensor().plan();
      tensors++;
    }
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

  /// The values of the next row: what stays of it, then its parts.
  @Nullable Object[] next() {
    Waiting row = rows.get(next);
    // Not kept longer than needed: the parts take its place.
    rows.set(next, Waiting.GONE);
    next++;
    int kept = row.kept().length;
    @Nullable Object[] values = new @Nullable Object[kept + outputs];
    System.arraycopy(row.kept(), 0, values, 0, kept);
    if (row.tensor() != null) {
      for (int i = 0; i < outputs; i++) {
        values[kept + i] = cell(row.tensor().plan().cells().get(i), parts.get(i));
      }
      nextTensor++;
    }
    return values;
  }

  private Object cell(PartCell cell, MemorySegment part) {
    long bytes = cell.part().bytes();
    return cell.copy(part.asSlice(nextTensor * bytes, bytes));
  }
}
