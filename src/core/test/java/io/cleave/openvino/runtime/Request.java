package io.cleave.openvino.runtime;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// A model, of which the shapes of the outputs are asked, and their contents where data is given
/// for its only input.
///
/// @param weights the constants of the model
/// @param data null if shapes alone are asked for; none for a model without an input
@SuppressWarnings("ArrayRecordComponent")
public record Request(String xml, byte[] weights, byte @Nullable [] data) implements Serializable {
  /// Asks for the shapes alone.
  public static Request shapes(String xml, byte[] weights) {
    return new Request(xml, weights, null);
  }

  /// Asks for the contents, too.
  public Request with(byte... bytes) {
    return new Request(xml, weights, bytes);
  }
}
