package io.cleave.ir;

import io.cleave.ir.weights.Constant;
import io.cleave.ir.weights.Weights;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/// Reads layers of the kind [LayerKind#CONSTANT]. What is wrong with one is said with its layer.
final class Constants {
  private Constants() {}

  /// A model's `.bin` file, after a check that all constants lie within it, if there is one.
  ///
  /// @throws BadModelException if one does not
  static Weights weights(Model model) throws IOException {
    Weights weights = Weights.beside(model.file());
    boolean needed = false;
    long length = -1;
    for (Iterator<Layer> layers = layers(model); layers.hasNext(); ) {
      Layer layer = layers.next();
      Constant constant = of(model, layer);
      if (constant.size() > 0) {
        needed = true;
        length = weights.isMissing() ? length : check(weights, length, constant, model, layer);
      }
    }
    return needed ? weights : weights.notNeeded();
  }

  private static Iterator<Layer> layers(Model model) {
    return model.graphs().stream()
        .flatMap(graph -> graph.layers().stream())
        .filter(layer -> layer.kind() == LayerKind.CONSTANT)
        .iterator();
  }

  /// @param known how many bytes the file has; negative if nobody has asked yet
  /// @return how many it has
  private static long check(
      Weights weights, long known, Constant constant, Model model, Layer layer) throws IOException {
    try {
      long length = known < 0 ? weights.length() : known;
      weights.requireWithin(constant, length);
      return length;
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  /// What a layer of constants holds.
  ///
  /// @throws BadModelException if it cannot be
  static Constant of(Model model, Layer layer) {
    try {
      return of(layer);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  /// Checks that the data of a constant is there.
  ///
  /// @throws BadModelException if its file does not exist
  static void requireData(Model model, Layer layer) {
    Constant constant = of(model, layer);
    try {
      model.weights().requireData(constant);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  /// Older models leave type and shape to the port.
  private static Constant of(Layer layer) {
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
            .orElseGet(() -> port.map(Constants::shape).orElseGet(Shape::of));
    LayerBuilder.requireRank(shape.rank());
    return new Constant(type, shape, number(layer, "offset"), number(layer, "size"));
  }

  private static Shape shape(Port port) {
    PartialShape shape = port.shape();
    return shape.isRankKnown() ? shape.toShape() : Shape.of();
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
            .formatted(key, OneLine.excerpt(written)));
  }
}
