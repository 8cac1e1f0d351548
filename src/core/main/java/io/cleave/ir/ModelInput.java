package io.cleave.ir;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.Optional;

/// A tensor that a model takes when it runs.
///
/// @param names the names of the tensor, and after them that of its layer
/// @param type the element type, if the model determines it
/// @param shape the extents, as far as the model determines them
/// @param isNeeded true if an output depends on it; otherwise it need not be given
public record ModelInput(
    List<String> names, Optional<ElementType> type, PartialShape shape, boolean isNeeded) {
  /// `input "x", f32 [1, 6]`
  @Override
  public String toString() {
    return "input \"%s\", %s %s"
        .formatted(
            OneLine.excerpt(names.getFirst()),
            type.map(ElementType::toString).orElse("of any type"),
            shape);
  }
}
