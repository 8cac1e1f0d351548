package io.cleave.ir;

import io.cleave.operation.PartialShape;
import java.util.List;

/// One output of a [SplitLayer].
///
/// @param index which one, counted from 0
/// @param names the names of its tensor
/// @param shape the extents, as far as they are known
/// @param consumers the inputs that it feeds; none if it is not used
public record SplitOutput(
    int index, List<String> names, PartialShape shape, List<Endpoint> consumers) {
  /// Copies the lists.
  public SplitOutput {
    names = List.copyOf(names);
    consumers = List.copyOf(consumers);
  }

  /// Whether anything uses it.
  public boolean isUsed() {
    return !consumers.isEmpty();
  }
}
