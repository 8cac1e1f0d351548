package io.cleave.openvino.runtime;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// A model, of which the shapes of the outputs are asked, and their contents where data is given
/// for its only input.
public final class Request implements Serializable {
  private static final long serialVersionUID = 1;

  private final String xml;
  private final byte[] weights;
  private final byte @Nullable [] data;

  private Request(String xml, byte[] weights, byte @Nullable [] data) {
    this.xml = xml;
    this.weights = weights;
    this.data = data;
  }

  /// Asks for the shapes alone.
  ///
  /// @param weights the constants of the model
  public static Request shapes(String xml, byte[] weights) {
    return new Request(xml, weights, null);
  }

  /// Asks for the contents, too.
  ///
  /// @param bytes the input's; none for a model without an input
  public Request with(byte... bytes) {
    return new Request(xml, weights, bytes);
  }

  String xml() {
    return xml;
  }

  byte[] weights() {
    return weights;
  }

  byte @Nullable [] data() {
    return data;
  }
}
