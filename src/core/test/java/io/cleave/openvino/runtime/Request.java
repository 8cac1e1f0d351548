package io.cleave.openvino.runtime;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A model, of which the shapes of the outputs are asked, and their contents where data is given
/// for its inputs.
///
/// @param weights the constants of the model
/// @param data one entry for each input; null if shapes alone are asked for
public record Request(String xml, byte[] weights, @Nullable List<byte[]> data)
    implements Serializable {
  /// Asks for the shapes alone.
  public static Request shapes(String xml, byte[] weights) {
    return new Request(xml, weights, null);
  }

  /// Asks for the contents, too.
  public Request with(List<byte[]> inputs) {
    return new Request(xml, weights, inputs);
  }
}
