package io.cleave.ir;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.Optional;

/// What a layer of the kind [LayerKind#PARAMETER] lets in.
///
/// @param type the element type; empty if the model leaves it open, or names one that is not known
/// @param shape the extents, as far as they are known
record Parameter(Optional<ElementType> type, PartialShape shape) {
  /// Checks that all parameters of a model can be read.
  ///
  /// @throws BadModelException if one cannot
  static void check(Model model) {
    for (Graph graph : model.graphs()) {
      for (Layer layer : graph.layers()) {
        if (layer.kind() == LayerKind.PARAMETER) {
          of(model, layer);
        }
      }
    }
  }

  /// Reads a layer's fields. Where they are missing, the port stands in.
  ///
  /// @throws BadModelException if one cannot be read
  static Parameter of(Model model, Layer layer) {
    try {
      Optional<Port> port = layer.outputs().stream().findFirst();
      PartialShape shape =
          layer
              .attribute("shape")
              .map(Parameter::parse)
              .or(() -> port.map(Port::shape))
              .orElse(PartialShape.unknownRank());
      if (shape.isRankKnown()) {
        LayerBuilder.requireRank(shape.rank());
      }
      return new Parameter(
          layer
              .attribute("element_type")
              .map(LayerBuilder::typeNamed)
              .orElseGet(() -> port.flatMap(Port::type)),
          shape);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  private static PartialShape parse(String text) {
    return text.strip().equals("[...]") ? PartialShape.unknownRank() : PartialShape.parse(text);
  }
}
