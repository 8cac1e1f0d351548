package io.cleave.spark.task;

import io.cleave.file.tensor.Layout;
import io.cleave.spark.Settings;
import io.cleave.spark.column.PartCell;
import io.cleave.spark.column.RowSplit;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.column.WrongRowException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The plans of the layouts that were met: one, unless each row says its own.
final class RowPlans {
  /// Data sets of files have a handful of shapes, or hardly two alike.
  private static final int MOST = 64;

  private final Settings settings;
  private final TensorColumn.Container container;
  private final int outputs;
  private final Map<Layout, RowPlan> plans =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Layout, RowPlan> eldest) {
          return size() > MOST;
        }
      };

  /// @param outputs how many columns there are for the parts
  RowPlans(Settings settings, TensorColumn column, int outputs) {
    this.settings = settings;
    this.outputs = outputs;
    this.container = PartCell.container(settings, column);
  }

  /// @throws WrongRowException if a tensor of this layout is not split so
  RowPlan of(Layout layout) {
    RowPlan known = plans.get(layout);
    if (known == null) {
      known = checked(layout);
      plans.put(layout, known);
    }
    return known;
  }

  private RowPlan checked(Layout layout) {
    try {
      return plan(layout);
    } catch (IllegalArgumentException e) {
      throw new WrongRowException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  private RowPlan plan(Layout layout) {
    long count = RowSplit.count(settings, layout);
    if (count != outputs) {
      throw new IllegalArgumentException(
          "%s %s makes %s parts, and there are %s columns for them"
              .formatted(layout.type(), layout.shape(), count, outputs));
    }
    RowSplit split = RowSplit.of(settings, layout);
    return new RowPlan(split, PartCell.ofRow(container, split.outputs()));
  }
}
