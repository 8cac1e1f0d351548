package io.cleave.ir;

import io.cleave.plan.ElementType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/// Writes small models as OpenVINO's serializer would.
public final class TestModel {
  private final StringBuilder layers = new StringBuilder();
  private final StringBuilder edges = new StringBuilder();
  private final ByteArrayOutputStream weights = new ByteArrayOutputStream();
  private int nextId;

  /// An output: its layer's id and its port's.
  public record Out(int layer, int port) {}

  /// A parameter; the tensor has the layer's name.
  public Out parameter(String name, String type, String shape) {
    int id = begin(name, "Parameter");
    layers
        .append("<data shape=\"%s\" element_type=\"%s\"/>".formatted(shape, type))
        .append("<output><port id=\"0\" names=\"%s\"/></output></layer>\n".formatted(name));
    return new Out(id, 0);
  }

  /// A constant of 64-bit integers; one alone is a scalar.
  public Out scalar(long value) {
    return constant("i64", "", longs(value));
  }

  /// A list of 64-bit integers.
  public Out list(long... values) {
    return constant("i64", Integer.toString(values.length), longs(values));
  }

  /// Any constant.
  public Out constant(String type, String shape, byte[] bytes) {
    int id = begin("const" + nextId, "Const");
    layers
        .append(content(type, shape, bytes))
        .append("<output><port id=\"0\"/></output></layer>\n");
    return new Out(id, 0);
  }

  /// The attributes of a constant, whose bytes are added to the `.bin` file.
  public String content(String type, String shape, byte[] bytes) {
    int offset = weights.size();
    weights.writeBytes(bytes);
    return "<data element_type=\"%s\" shape=\"%s\" offset=\"%s\" size=\"%s\"/>"
        .formatted(type, shape, offset, bytes.length);
  }

  /// A Split; output `i` is port `2 + i`.
  public int split(String name, Out data, Out axis, long parts, int ports) {
    String count = "<data num_splits=\"%s\"/>".formatted(parts);
    return layer(name, "Split", count, List.of(data, axis), ports, "");
  }

  /// A VariadicSplit; output `i` is port `3 + i`.
  public int variadic(String name, Out data, Out axis, Out lengths, int ports) {
    return layer(name, "VariadicSplit", "", List.of(data, axis, lengths), ports, "");
  }

  /// Any layer with one input and one output.
  public Out other(String name, String type, Out input) {
    return new Out(layer(name, type, "", List.of(input), 1, ""), 1);
  }

  /// Any layer whose ports name their type, as OpenVINO needs it; output `i` is port `inputs.size()
  /// + i`.
  ///
  /// @param data the element with its attributes; may be empty
  public int layer(String type, String data, List<Out> inputs, int outputs, ElementType port) {
    String precision = " precision=\"%s\"".formatted(port.irName());
    return layer("layer" + nextId, type, data, inputs, outputs, precision);
  }

  private int layer(
      String name, String type, String data, List<Out> inputs, int outputs, String precision) {
    int id = begin(name, type);
    layers.append(data).append("<input>");
    for (int i = 0; i < inputs.size(); i++) {
      layers.append("<port id=\"%s\"/>".formatted(i));
      edge(inputs.get(i), id, i);
    }
    layers.append("</input><output>");
    for (int i = 0; i < outputs; i++) {
      layers.append(
          "<port id=\"%s\"%s names=\"%s.%s\"/>".formatted(inputs.size() + i, precision, name, i));
    }
    layers.append("</output></layer>\n");
    return id;
  }

  /// A result.
  public TestModel result(String name, Out input) {
    int id = begin(name, "Result");
    layers.append("<input><port id=\"0\"/></input></layer>\n");
    edge(input, id, 0);
    return this;
  }

  private int begin(String name, String type) {
    layers.append(
        "<layer id=\"%s\" name=\"%s\" type=\"%s\" version=\"opset1\">"
            .formatted(nextId, name, type));
    return nextId++;
  }

  private void edge(Out from, int to, int port) {
    edges.append(
        "<edge from-layer=\"%s\" from-port=\"%s\" to-layer=\"%s\" to-port=\"%s\"/>\n"
            .formatted(from.layer(), from.port(), to, port));
  }

  /// The text of the `.xml` file.
  public String xml() {
    return "<?xml version=\"1.0\"?>\n<net name=\"test\" version=\"11\">\n<layers>\n%s</layers>\n<edges>\n%s</edges>\n</net>\n"
        .formatted(layers, edges);
  }

  /// The bytes of the `.bin` file.
  public byte[] weights() {
    return weights.toByteArray();
  }

  /// Writes both files.
  public Path write(Path folder) throws IOException {
    return write(folder, xml(), weights());
  }

  /// Writes a model from its parts.
  public static Path write(Path folder, String xml, byte[] weights) throws IOException {
    Files.write(folder.resolve("model.bin"), weights);
    return Files.writeString(folder.resolve("model.xml"), xml);
  }

  /// 64-bit integers, little-endian.
  public static byte[] longs(long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    LongStream.of(values).forEach(bytes::putLong);
    return bytes.array();
  }

  /// Integers of another type, one at a time, little-endian.
  public static byte[] integers(ElementType type, long... values) {
    var bits = new BitSet();
    for (int i = 0; i < values.length; i++) {
      for (int bit = 0; bit < type.bits(); bit++) {
        bits.set(i * type.bits() + bit, (values[i] >> bit & 1) == 1);
      }
    }
    return Arrays.copyOf(bits.toByteArray(), (values.length * type.bits() + 7) / 8);
  }
}
