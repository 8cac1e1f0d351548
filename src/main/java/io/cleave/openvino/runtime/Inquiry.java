package io.cleave.openvino.runtime;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What OpenVINO is asked: the shapes of the outputs of a model, and, where data is given for its
/// only input, what is in them.
///
/// @param xml the model
/// @param weights its constants; not to be changed
/// @param data for its input, not to be changed; empty for the shapes alone
public record Inquiry(String xml, byte[] weights, Optional<Data> data) {
  /// @param bytes as many as the input takes; none for a model without an input
  public record Data(byte[] bytes) {}

  /// Asks for the shapes alone.
  public static Inquiry shapes(String xml, byte[] weights) {
    return new Inquiry(xml, weights, Optional.empty());
  }

  /// Asks for the contents, too.
  public Inquiry with(byte[] bytes) {
    return new Inquiry(xml, weights, Optional.of(new Data(bytes)));
  }

  void write(DataOutputStream to) throws IOException {
    Frames.writeBytes(to, xml.getBytes(StandardCharsets.UTF_8));
    Frames.writeBytes(to, weights);
    to.writeBoolean(data.isPresent());
    if (data.isPresent()) {
      Frames.writeBytes(to, data.get().bytes());
    }
    to.flush();
  }

  static Inquiry read(DataInputStream from) throws IOException {
    String xml = new String(Frames.readBytes(from), StandardCharsets.UTF_8);
    Inquiry shapes = shapes(xml, Frames.readBytes(from));
    return from.readBoolean() ? shapes.with(Frames.readBytes(from)) : shapes;
  }
}
