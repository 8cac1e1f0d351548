package io.cleave.agreement;

import static java.util.stream.Collectors.joining;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.IntStream;

/// Builds an OpenVINO model layer by layer. A layer is known by its number.
public final class ModelBuilder {
  private static final int ALIGNMENT = 64;

  private final StringBuilder layers = new StringBuilder();
  private final StringBuilder edges = new StringBuilder();
  private final ByteArrayOutputStream weights = new ByteArrayOutputStream();
  private int count;

  int parameter(ElementType type, PartialShape shape) {
    return layer("Parameter", data(type, shape, ""), 0, List.of(type));
  }

  /// @param bytes packed elements
  int constant(ElementType type, PartialShape shape, byte[] bytes) {
    weights.writeBytes(new byte[Math.floorMod(-weights.size(), ALIGNMENT)]);
    String place = " offset=\"%s\" size=\"%s\"".formatted(weights.size(), bytes.length);
    weights.writeBytes(bytes);
    return layer("Const", data(type, shape, place), 0, List.of(type));
  }

  private static String data(ElementType type, PartialShape shape, String place) {
    // A shape's own text is abbreviated where there are many extents.
    String text =
        shape.isRankKnown()
            ? IntStream.range(0, shape.rank())
                .mapToObj(axis -> Extent.of(shape, axis).toString())
                .collect(joining(","))
            : shape.toString();
    return "<data element_type=\"%s\" shape=\"%s\"%s/>".formatted(type, text, place);
  }

  /// @param data the element with the layer's attributes; may be empty
  /// @param inputs the number of input ports, 0 and so on
  /// @param outputs the types of the output ports, which are numbered after the input ports
  int layer(String kind, String data, int inputs, List<ElementType> outputs) {
    layers.append(
        "<layer id=\"%1$s\" name=\"layer%1$s\" type=\"%2$s\" version=\"opset1\">%3$s<input>"
            .formatted(count, kind, data));
    for (int i = 0; i < inputs; i++) {
      layers.append("<port id=\"%s\"/>".formatted(i));
    }
    layers.append("</input><output>");
    for (int i = 0; i < outputs.size(); i++) {
      layers.append(
          "<port id=\"%s\" precision=\"%s\"/>".formatted(inputs + i, outputs.get(i).irName()));
    }
    layers.append("</output></layer>\n");
    return count++;
  }

  void edge(int from, int fromPort, int to, int toPort) {
    edges.append(
        "<edge from-layer=\"%s\" from-port=\"%s\" to-layer=\"%s\" to-port=\"%s\"/>\n"
            .formatted(from, fromPort, to, toPort));
  }

  void result(int from, int port) {
    edge(from, port, layer("Result", "", 1, List.of()), 0);
  }

  /// The text of the `.xml` file.
  public String xml() {
    return "<?xml version=\"1.0\"?>\n<net name=\"test\" version=\"11\"><layers>\n%s</layers>\n<edges>\n%s</edges></net>\n"
        .formatted(layers, edges);
  }

  /// The bytes of the `.bin` file.
  public byte[] weights() {
    return weights.toByteArray();
  }
}
