package io.cleave.agreement;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.util.stream.Collectors.joining;

import io.cleave.openvino.runtime.Inquiry;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A question about packed elements that OpenVINO can answer, though it cannot split them: it
/// unpacks the data and splits what comes out, and it unpacks the parts that Cleave made. Both must
/// be the same.
///
/// ```
/// data (u4) -> Convert (u8) -> VariadicSplit -> result 0, 1, 2
/// part 0 (u4) -> Convert (u8) -> result 3, and so on
/// ```
///
/// Elements of u3 and u6 are handed over as it packs them: see [SplitBits].
final class PackedModel {
  private static final int ALIGNMENT = 64;

  private final ElementType type;
  private final StringBuilder layers = new StringBuilder();
  private final StringBuilder edges = new StringBuilder();
  private final ByteArrayOutputStream weights = new ByteArrayOutputStream();
  private int count;

  private PackedModel(ElementType type) {
    this.type = type;
  }

  /// Asks for the elements of all parts, and then for those of the parts that are given.
  ///
  /// @param plan of a packed type, whose parts have elements
  static Inquiry inquiry(SplitPlan plan, byte[] data, List<byte[]> parts) {
    PackedModel model = new PackedModel(plan.type());
    int split = model.split(plan, model.unpacked(plan.shape(), model.packed(data, plan.shape())));
    for (int i = 0; i < parts.size(); i++) {
      model.result(split, 3 + i);
    }
    for (Part part : plan.parts()) {
      byte[] packed = model.packed(parts.get(part.index()), part.shape());
      model.result(model.unpacked(part.shape(), packed), 1);
    }
    return model.inquiry();
  }

  /// Asks what these bytes are to OpenVINO.
  static Inquiry unpack(ElementType type, long elements, byte[] packed) {
    PackedModel model = new PackedModel(type);
    model.result(model.unpacked(Shape.of(elements), packed), 1);
    return model.inquiry();
  }

  private Inquiry inquiry() {
    String xml =
        "<?xml version=\"1.0\"?>\n<net name=\"packed\" version=\"11\"><layers>\n%s</layers>\n<edges>\n%s</edges></net>\n"
            .formatted(layers, edges);
    return Inquiry.shapes(xml, weights.toByteArray()).with(new byte[0]);
  }

  /// The type that holds every element of the packed one.
  private ElementType wide() {
    return switch (type) {
      case I4 -> ElementType.I8;
      case NF4, F4E2M1 -> ElementType.F32;
      default -> ElementType.U8;
    };
  }

  private byte[] packed(byte[] stream, Shape shape) {
    return SplitBits.are(type) ? SplitBits.pack(type, stream, shape.volume()) : stream;
  }

  private int unpacked(Shape shape, byte[] packed) {
    int constant = constant(type, shape, packed);
    int convert =
        layer("Convert", "<data destination_type=\"%s\"/>".formatted(wide()), 1, List.of(wide()));
    edge(constant, 0, convert, 0);
    return convert;
  }

  private int split(SplitPlan plan, int data) {
    int axis = constant(ElementType.I64, Shape.of(), longs(plan.axis()));
    int lengths = constant(ElementType.I64, Shape.of(plan.partCount()), longs(plan.lengths()));
    List<ElementType> outputs = new ArrayList<>();
    plan.parts().forEach(_ -> outputs.add(wide()));
    int split = layer("VariadicSplit", "", 3, outputs);
    edge(data, 1, split, 0);
    edge(axis, 0, split, 1);
    edge(lengths, 0, split, 2);
    return split;
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES).order(LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  private int constant(ElementType elements, Shape shape, byte[] bytes) {
    weights.writeBytes(new byte[Math.floorMod(-weights.size(), ALIGNMENT)]);
    String data =
        "<data element_type=\"%s\" shape=\"%s\" offset=\"%s\" size=\"%s\"/>"
            .formatted(
                elements,
                Arrays.stream(shape.extents()).mapToObj(Long::toString).collect(joining(",")),
                weights.size(),
                bytes.length);
    weights.writeBytes(bytes);
    return layer("Const", data, 0, List.of(elements));
  }

  private void result(int from, int port) {
    edge(from, port, layer("Result", "", 1, List.of()), 0);
  }

  private int layer(String kind, String data, int inputs, List<ElementType> outputs) {
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

  private void edge(int from, int fromPort, int to, int toPort) {
    edges.append(
        "<edge from-layer=\"%s\" from-port=\"%s\" to-layer=\"%s\" to-port=\"%s\"/>\n"
            .formatted(from, fromPort, to, toPort));
  }
}
