package io.cleave.bench.peers;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.cleave.bench.Closing;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/// A session that makes planes of pixels: all channels in one batch, which exists before.
record OnnxRuntimePlanes(
    OrtSession session,
    Planes planes,
    MemorySegment batch,
    OnnxTensor input,
    OnnxTensor output,
    List<AutoCloseable> opened)
    implements Run {
  /// @param session is closed with the run
  static OnnxRuntimePlanes of(
      OrtEnvironment environment, OrtSession session, Planes planes, MemorySegment data)
      throws OrtException {
    Arena arena = Arena.ofShared();
    MemorySegment batch = arena.allocate(planes.target().bytes(planes.batch().volume()), 64);
    OnnxJavaType type =
        planes.target() == ElementType.F16 ? OnnxJavaType.FLOAT16 : OnnxJavaType.FLOAT;
    OnnxTensor input =
        OnnxTensor.createTensor(
            environment, Outputs.buffer(data), planes.shape().extents(), OnnxJavaType.UINT8);
    OnnxTensor output =
        OnnxTensor.createTensor(environment, Outputs.buffer(batch), planes.batch().extents(), type);
    return new OnnxRuntimePlanes(
        session, planes, batch, input, output, List.of(arena, session, input, output));
  }

  @Override
  public void once() {
    // Closing the result leaves the output alone: it is not the session's.
    try (var _ = session.run(Map.of(OnnxModel.INPUT, input), Map.of(OnnxPlanes.OUTPUT, output))) {
      // Nothing to do: the planes are written.
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime failed: " + e.getMessage(), e);
    }
  }

  @Override
  public MemorySegment part(int index) {
    return planes.channel(batch, index);
  }

  @Override
  public void close() {
    Closing.all(opened);
  }
}
