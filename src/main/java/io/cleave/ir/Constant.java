package io.cleave.ir;

import io.cleave.plan.ElementType;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Shape;
import java.util.Optional;

/// What a layer of the kind [LayerKind#CONSTANT] holds, and where in the `.bin` file.
///
/// @param layer the layer
/// @param type the element type; empty if the model names one that is not known
/// @param shape the extents
/// @param offset the byte of the `.bin` file where the data begins
/// @param size the bytes there that belong to it; at least as many as type and shape take
record Constant(Layer layer, Optional<ElementType> type, Shape shape, long offset, long size) {
  /// Reads a layer's fields. Older models leave type and shape to the port.
  ///
  /// @throws IllegalArgumentException if one is missing or lies
  static Constant of(Layer layer) {
    Optional<Port> port = layer.outputs().stream().findFirst();
    Optional<ElementType> type =
        layer
            .attribute("element_type")
            .map(LayerBuilder::typeNamed)
            .orElseGet(() -> port.flatMap(Port::type));
    Shape shape =
        layer
            .attribute("shape")
            .map(Shape::parse)
            .orElseGet(() -> port.map(Constant::shape).orElseGet(Shape::of));
    LayerBuilder.requireRank(shape.rank());
    Constant constant =
        new Constant(layer, type, shape, number(layer, "offset"), number(layer, "size"));
    type.filter(known -> known != ElementType.STRING).ifPresent(constant::requireSize);
    return constant;
  }

  private static Shape shape(Port port) {
    PartialShape shape = port.shape();
    return shape.isRankKnown() ? shape.toShape() : Shape.of();
  }

  private void requireSize(ElementType known) {
    long bytes = known.bytes(shape.volume());
    if (size < bytes) {
      throw new IllegalArgumentException(
          "its size of %s bytes is too small: %s %s takes %s; write the model again"
              .formatted(size, known, shape, bytes));
    }
  }

  private static long number(Layer layer, String key) {
    String written =
        layer
            .attribute(key)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "it has no %s, so its data is nowhere; write the model again"
                            .formatted(key)));
    String digits = written.strip();
    try {
      long number = Long.parseLong(digits);
      if (number >= 0 && !digits.startsWith("+")) {
        return number;
      }
    } catch (NumberFormatException _) {
      // The sentence below says what it should be.
    }
    throw new IllegalArgumentException(
        "its %s \"%s\" is not a number of 0 or more that fits 64 bits; write the model again"
            .formatted(key, Excerpt.of(written)));
  }

  /// The bytes that the elements take.
  ///
  /// @param known the element type, which must have a size
  long bytes(ElementType known) {
    return known.bytes(shape.volume());
  }
}
