package io.cleave.ir;

import io.cleave.backend.Tensor;
import java.io.IOException;

/// Takes the outputs of a model as they are computed.
@FunctionalInterface
public interface ResultSink {
  /// Takes one output. Its memory is only there until this returns.
  ///
  /// @throws IOException if it cannot be written, say; the run ends
  void accept(ModelOutput output, Tensor tensor) throws IOException;
}
