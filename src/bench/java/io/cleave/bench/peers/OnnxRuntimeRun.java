package io.cleave.bench.peers;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.cleave.bench.Closing;
import io.cleave.bench.Run;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/// A session, its input and its outputs.
///
/// @param opened all that must be closed, in the order in which it was opened
record OnnxRuntimeRun(
    OrtSession session,
    Map<String, OnnxTensor> input,
    Map<String, OnnxTensor> parts,
    Outputs outputs,
    List<AutoCloseable> opened)
    implements Run {
  @Override
  public void once() {
    // Closing the result leaves the outputs alone: they are not the session's.
    try (var _ = session.run(input, parts)) {
      // Nothing to do: the parts are written.
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime failed: " + e.getMessage(), e);
    }
  }

  @Override
  public MemorySegment part(int index) {
    return outputs.part(index);
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}
