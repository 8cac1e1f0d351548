package io.cleave.bench.peers;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.cleave.bench.Resources;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// ONNX Runtime: a session of a model that is one Split, on all processors. Input and outputs are
/// tensors around given memory: letting the session allocate the outputs is as fast for large ones
/// and takes three times as long for the tiny ones of I.
final class OnnxRuntimePeer extends Peer {
  private static final String SILENT = "ORT_DISABLE_TELEMETRY";

  private final OrtEnvironment environment;

  /// Loads ONNX Runtime, but only if its telemetry is off.
  ///
  /// @throws IllegalStateException if the environment variable for that is not set: telemetry
  ///   starts before the binding's own switch can be reached
  OnnxRuntimePeer() {
    super("ONNX Runtime", "onnxruntime", "%s threads, own outputs".formatted(PROCESSORS));
    // Besides, 1.29.0 matches the command line with a recursion that overflows the stack, and ends
    // the process, where a class path is long.
    if (!"1".equals(System.getenv(SILENT))) {
      throw new IllegalStateException("the environment must have %s=1".formatted(SILENT));
    }
    environment = OrtEnvironment.getEnvironment();
  }

  @Override
  Prepared split(SplitPlan plan, int wanted, MemorySegment data, Resources resources)
      throws OrtException {
    OnnxJavaType type = OnnxModel.type(plan);
    List<MemorySegment> outputs = outputs(plan, resources);
    OrtSession session = session(OnnxModel.of(plan), resources);
    OnnxTensor input = tensor(data, plan.data().shape(), type, resources);
    Map<String, OnnxTensor> parts = new LinkedHashMap<>();
    for (Part part : plan.parts()) {
      MemorySegment memory = outputs.get(part.index());
      parts.put(OnnxModel.output(part.index()), tensor(memory, part.shape(), type, resources));
    }
    return new Prepared(() -> run(session, input, parts), outputs::get, resources::close);
  }

  private static void run(OrtSession session, OnnxTensor input, Map<String, OnnxTensor> outputs) {
    // Closing the result leaves the outputs alone: they are not the session's.
    try (var _ = session.run(Map.of(OnnxModel.INPUT, input), outputs)) {
      // The outputs are written.
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime failed: " + e.getMessage(), e);
    }
  }

  private OrtSession session(byte[] model, Resources resources) throws OrtException {
    try (var options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(PROCESSORS);
      return resources.add(environment.createSession(model, options));
    }
  }

  private OnnxTensor tensor(
      MemorySegment memory, Shape shape, OnnxJavaType type, Resources resources)
      throws OrtException {
    return resources.add(
        OnnxTensor.createTensor(environment, buffer(memory), shape.extents(), type));
  }
}
