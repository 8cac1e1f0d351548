package io.cleave.openvino.runtime;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What OpenVINO is asked: the shapes of the outputs of a model, and, where data is given for its
/// only input, what is in them. Immutable, as long as nobody changes the bytes.
public final class Inquiry {
  private final String xml;
  private final byte[] weights;
  private final Optional<byte[]> data;

  private Inquiry(String xml, byte[] weights, Optional<byte[]> data) {
    this.xml = xml;
    this.weights = weights;
    this.data = data;
  }

  /// Asks for the shapes alone.
  ///
  /// @param weights the constants of the model
  public static Inquiry shapes(String xml, byte[] weights) {
    return new Inquiry(xml, weights, Optional.empty());
  }

  /// Asks for the contents, too.
  ///
  /// @param bytes as many as the input takes; none for a model without an input
  public Inquiry with(byte[] bytes) {
    return new Inquiry(xml, weights, Optional.of(bytes));
  }

  String xml() {
    return xml;
  }

  byte[] weights() {
    return weights;
  }

  Optional<byte[]> data() {
    return data;
  }

  void write(DataOutputStream to) throws IOException {
    Frames.writeBytes(to, xml.getBytes(StandardCharsets.UTF_8));
    Frames.writeBytes(to, weights);
    to.writeBoolean(data.isPresent());
    if (data.isPresent()) {
      Frames.writeBytes(to, data.get());
    }
    to.flush();
  }

  static Inquiry read(DataInputStream from) throws IOException {
    String xml = new String(Frames.readBytes(from), StandardCharsets.UTF_8);
    Inquiry shapes = shapes(xml, Frames.readBytes(from));
    return from.readBoolean() ? shapes.with(Frames.readBytes(from)) : shapes;
  }
}
