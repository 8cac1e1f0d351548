package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;
import org.jspecify.annotations.Nullable;

/// Makes what moves the runs of a part between two kinds of memory. Safe for use by many threads.
public interface Kernels {
  /// A mover for such runs. All that it derives from the geometry is made here, once.
  Mover mover(Runs runs);

  /// A mover for rows of equal columns that are each a part of their own, or null where one part
  /// after the other is no slower.
  ///
  /// @param count how many columns a row has
  /// @param run the bytes of each
  default @Nullable RowsMover columns(int count, int run) {
    return null;
  }

  /// Converts runs of rows of so many elements.
  ///
  /// @param source the type of the data
  /// @param target the type of the parts
  /// @param run the elements of each column of a row; `row` if it has none
  default RunConverter converter(ElementType source, ElementType target, long row, long run) {
    return new PlainConverter(row);
  }
}
