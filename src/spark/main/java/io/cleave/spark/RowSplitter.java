package io.cleave.spark;

import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.format.StoredLayout;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.Nullable;
import scala.Some;
import scala.collection.IterableOnce;
import scala.runtime.AbstractFunction1;

/// Splits the tensors of a task's rows in plain Java. It is sent to each task, which has a copy.
final class RowSplitter extends AbstractFunction1<Row, IterableOnce<InternalRow>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /// Data sets of `.npy` files have a few shapes, or hardly two alike.
  private static final int MAX_PLANS = 64;

  /// The splitters of this JVM by their number of threads. Their threads are daemons, so that none
  /// is closed.
  private static final Map<Integer, Splitter> SPLITTERS = new ConcurrentHashMap<>();

  private final TensorSplit settings;
  private final int outputs;
  private transient @Nullable State state;

  /// State of a task, opened with its first row.
  private record State(TensorColumn column, Splitter splitter, Map<StoredLayout, RowPlan> plans) {}

  /// @param settings with the shape, the type and the accumulator if one is needed
  /// @param outputs how many columns there are for the parts
  RowSplitter(TensorSplit settings, int outputs) {
    this.settings = settings;
    this.outputs = outputs;
  }

  /// The parts of a row with the column alone.
  @Override
  public IterableOnce<InternalRow> apply(Row row) {
    return row.isNullAt(0) ? split(null) : split(MemorySegment.ofArray((byte[]) row.get(0)));
  }

  /// The parts of a value, in one row.
  Some<InternalRow> split(@Nullable MemorySegment value) {
    return new Some<>(value == null ? new GenericInternalRow(outputs) : parts(value));
  }

  private InternalRow parts(MemorySegment value) {
    State open = state == null ? open() : state;
    TensorColumn.Tensor tensor;
    RowPlan plan;
    try {
      tensor = open.column().read(value);
      plan = plan(open.plans(), tensor.layout());
    } catch (IllegalArgumentException e) {
      if (settings.wrong == null) {
        throw new IllegalArgumentException(
            "column %s: %s; filter such rows out, or add .onErrorNull()"
                .formatted(settings.column, e.getMessage()),
            e);
      }
      settings.wrong.add(1);
      return new GenericInternalRow(outputs);
    }
    return plan.split(open.splitter(), tensor.data());
  }

  private State open() {
    TaskContext task = TaskContext.get();
    Splitter splitter =
        SPLITTERS.computeIfAbsent(task == null ? 1 : Math.max(1, task.cpus()), CpuSplitter::open);
    State opened = new State(TensorColumn.of(settings), splitter, new LinkedHashMap<>());
    state = opened;
    return opened;
  }

  private RowPlan plan(Map<StoredLayout, RowPlan> plans, StoredLayout layout) {
    RowPlan known = plans.get(layout);
    if (known == null) {
      known = RowPlan.of(settings, layout);
      int count = known.outputs().size();
      if (count != outputs) {
        throw new IllegalArgumentException(
            "%s %s makes %s parts, and there are %s columns for them"
                .formatted(layout.type(), layout.shape(), count, outputs));
      }
      if (plans.size() == MAX_PLANS) {
        plans.remove(plans.keySet().iterator().next());
      }
      plans.put(layout, known);
    }
    return known;
  }
}
