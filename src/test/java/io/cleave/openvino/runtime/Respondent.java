package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.cleave.plan.PartialShape;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The process in which OpenVINO runs: it answers one inquiry after the other, until nobody asks
/// any more.
final class Respondent {
  /// Of the type `u8`, in the C interface of all versions since 2024.
  private static final int BYTES = 16;

  /// f32 stays what it is where the processor calculates with bf16.
  private static final Map<String, String> PROPERTIES =
      Map.of("INFERENCE_NUM_THREADS", "1", "INFERENCE_PRECISION_HINT", "f32");

  private final OpenVinoOps ops;
  private final OutputShapes shapes;
  private final RequestTensors tensors;
  private final OpenVinoObject core;

  private Respondent(OpenVinoLibrary library) {
    this.ops = new OpenVinoOps(library);
    this.shapes = new OutputShapes(library);
    this.tensors = new RequestTensors(library);
    this.core = ops.core();
  }

  /// Answers on the standard streams.
  ///
  /// @param arguments the folder where OpenVINO is
  public static void main(String... arguments) throws IOException {
    Respondent respondent = new Respondent(OpenVinoLibrary.in(Path.of(arguments[0])));
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    while (true) {
      Inquiry inquiry;
      try {
        inquiry = Inquiry.read(in);
      } catch (EOFException _) {
        return;
      }
      respondent.answer(inquiry).write(out);
    }
  }

  private Answer answer(Inquiry inquiry) {
    try (Arena arena = Arena.ofShared();
        OpenVinoObject weights = weights(inquiry, arena)) {
      OpenVinoObject model;
      try {
        model = ops.model(core, inquiry.xml(), weights);
      } catch (UnsupportedOperationException e) {
        return new Answer.Refused(String.valueOf(e.getMessage()));
      }
      try (model) {
        List<PartialShape> inferred = shapes.of(model);
        return inquiry
            .data()
            .map(data -> deliver(model, inferred, data))
            .orElseGet(() -> new Answer.Inferred(inferred));
      }
    } catch (IllegalArgumentException e) {
      return new Answer.Ended("its answer cannot be read: " + e.getMessage());
    }
  }

  private OpenVinoObject weights(Inquiry inquiry, Arena arena) {
    byte[] bytes = inquiry.weights();
    MemorySegment memory = arena.allocate(Math.max(1, bytes.length), 64);
    MemorySegment.copy(bytes, 0, memory, JAVA_BYTE, 0, bytes.length);
    return ops.tensor(BYTES, new long[] {bytes.length}, memory);
  }

  private Answer deliver(OpenVinoObject model, List<PartialShape> inferred, byte[] data) {
    try (OpenVinoObject compiled = ops.compiled(core, model, PROPERTIES);
        OpenVinoObject request = ops.request(compiled)) {
      if (data.length > 0) {
        tensors.fill(request, data);
      }
      ops.infer(request);
      List<byte[]> parts = new ArrayList<>();
      for (int i = 0; i < inferred.size(); i++) {
        parts.add(tensors.output(request, i));
      }
      return new Answer.Delivered(inferred, parts);
    } catch (UnsupportedOperationException e) {
      return new Answer.Undelivered(inferred, String.valueOf(e.getMessage()));
    }
  }
}
