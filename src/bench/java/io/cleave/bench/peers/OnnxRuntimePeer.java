package io.cleave.bench.peers;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.cleave.bench.Closing;
import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// ONNX Runtime: a session of a model that is one Split, on all processors. Input and outputs are
/// tensors around memory that exists before: letting the session allocate the outputs is as fast
/// for large ones and takes three times as long for the tiny ones of I.
public final class OnnxRuntimePeer implements Contender {
  /// A width, as `TensorProto.DataType` numbers it and as the binding calls it.
  private record Width(int model, OnnxJavaType java) {}

  private static final String SILENT = "ORT_DISABLE_TELEMETRY";

  private final OrtEnvironment environment;
  private final int threads = Runtime.getRuntime().availableProcessors();

  /// Loads ONNX Runtime, but only if it may not tell anybody.
  ///
  /// @throws IllegalStateException if its telemetry is not switched off, which takes an environment
  ///   variable: it is under way before the binding's own switch can be reached
  public OnnxRuntimePeer() {
    // Besides, 1.29.0 matches the command line with a recursion that overflows the stack, and ends
    // the process, where a class path is long.
    if (!"1".equals(System.getenv(SILENT))) {
      throw new IllegalStateException("the environment must have %s=1".formatted(SILENT));
    }
    environment = OrtEnvironment.getEnvironment();
  }

  @Override
  public Label label() {
    return new Label("onnxruntime", "", "%s threads, own outputs".formatted(threads));
  }

  @Override
  public String refusal(SplitPlan plan) {
    return Refusals.of("ONNX Runtime", plan);
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Planes.of(plan).map(planes -> planes(planes, data)).orElseGet(() -> split(plan, data));
  }

  private Run planes(Planes planes, MemorySegment data) {
    try {
      return OnnxRuntimePlanes.of(environment, session(OnnxPlanes.model(planes)), planes, data);
    } catch (OrtException e) {
      throw refused(e);
    }
  }

  private Run split(SplitPlan plan, MemorySegment data) {
    Outputs outputs = new Outputs(plan);
    List<AutoCloseable> opened = new ArrayList<>(List.of(outputs));
    try {
      Width width = width(plan);
      OrtSession session = session(OnnxModel.of(plan, width.model));
      opened.add(session);
      OnnxTensor input = tensor(data, plan.shape(), width);
      opened.add(input);
      Map<String, OnnxTensor> parts = new LinkedHashMap<>();
      for (Part part : plan.parts()) {
        OnnxTensor tensor = tensor(outputs.part(part.index()), part.shape(), width);
        opened.add(tensor);
        parts.put(OnnxModel.output(part.index()), tensor);
      }
      return new OnnxRuntimeRun(session, Map.of(OnnxModel.INPUT, input), parts, outputs, opened);
    } catch (OrtException e) {
      Closing.all(opened);
      throw refused(e);
    }
  }

  private static IllegalStateException refused(OrtException e) {
    return new IllegalStateException("ONNX Runtime refused: " + e.getMessage(), e);
  }

  private static Width width(SplitPlan plan) {
    return switch (plan.type().bits()) {
      case 8 -> new Width(2, OnnxJavaType.UINT8);
      case 16 -> new Width(10, OnnxJavaType.FLOAT16);
      case 32 -> new Width(1, OnnxJavaType.FLOAT);
      default -> new Width(11, OnnxJavaType.DOUBLE);
    };
  }

  private OrtSession session(byte[] model) throws OrtException {
    try (var options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      return environment.createSession(model, options);
    }
  }

  private OnnxTensor tensor(MemorySegment memory, Shape shape, Width width) throws OrtException {
    return OnnxTensor.createTensor(
        environment, Outputs.buffer(memory), shape.extents(), width.java);
  }
}
