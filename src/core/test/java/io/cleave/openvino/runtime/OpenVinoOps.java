package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Operations of OpenVINO's C interface that running a model takes. The caller closes the objects.
public final class OpenVinoOps {
  /// `ov_shape_t`: a rank, and the address of the extents.
  private static final StructLayout SHAPE = MemoryLayout.structLayout(JAVA_LONG, ADDRESS);

  private final OpenVinoLibrary library;
  private final MethodHandle newTensor;
  private final MethodHandle infer;

  /// @param library is called
  public OpenVinoOps(OpenVinoLibrary library) {
    this.library = library;
    this.newTensor =
        library.function("ov_tensor_create_from_host_ptr", JAVA_INT, SHAPE, ADDRESS, ADDRESS);
    this.infer = library.function("ov_infer_request_infer", ADDRESS);
  }

  /// The object that reads and compiles models.
  public OpenVinoObject core() {
    return library.create("ov_core_free", core -> library.call("ov_core_create", core));
  }

  /// A tensor around native memory that outlives it.
  public OpenVinoObject tensor(int type, long[] extents, MemorySegment memory) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment shape = arena.allocate(SHAPE);
      shape.set(JAVA_LONG, 0, extents.length);
      shape.set(ADDRESS, JAVA_LONG.byteSize(), arena.allocateFrom(JAVA_LONG, extents));
      return library.create(
          "ov_tensor_free",
          tensor ->
              library.check((int) OpenVinoLibrary.invoke(newTensor, type, shape, memory, tensor)));
    }
  }

  /// Reads a model.
  ///
  /// @param weights a tensor of bytes, whose memory outlives the model
  public OpenVinoObject model(OpenVinoObject core, String text, OpenVinoObject weights) {
    try (Arena arena = Arena.ofConfined()) {
      long length = text.getBytes(StandardCharsets.UTF_8).length;
      MemorySegment chars = arena.allocateFrom(text);
      return library.create(
          "ov_model_free",
          model ->
              library.call(
                  "ov_core_read_model_from_memory_buffer",
                  core.address(),
                  chars,
                  length,
                  weights.address(),
                  model));
    }
  }

  /// Compiles a model for the CPU.
  public OpenVinoObject compiled(
      OpenVinoObject core, OpenVinoObject model, Map<String, String> properties) {
    List<MemoryLayout> layouts =
        new ArrayList<>(List.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
    int fixed = layouts.size();
    long texts = 2L * properties.size();
    layouts.addAll(Collections.nCopies((int) texts, ADDRESS));
    MethodHandle compile =
        library.variadic("ov_core_compile_model", fixed, layouts.toArray(MemoryLayout[]::new));
    try (Arena arena = Arena.ofConfined()) {
      List<Object> arguments =
          new ArrayList<>(
              List.of(core.address(), model.address(), arena.allocateFrom("CPU"), texts));
      properties.forEach(
          (name, value) ->
              arguments.addAll(List.of(arena.allocateFrom(name), arena.allocateFrom(value))));
      return library.create(
          "ov_compiled_model_free",
          compiled -> {
            arguments.add(fixed - 1, compiled);
            library.check((int) OpenVinoLibrary.invoke(compile, arguments.toArray()));
          });
    }
  }

  /// A request to a compiled model.
  public OpenVinoObject request(OpenVinoObject compiled) {
    return library.create(
        "ov_infer_request_free",
        request ->
            library.call("ov_compiled_model_create_infer_request", compiled.address(), request));
  }

  /// Binds an input to a tensor.
  public void bindInput(OpenVinoObject request, long index, OpenVinoObject tensor) {
    library.call(
        "ov_infer_request_set_input_tensor_by_index", request.address(), index, tensor.address());
  }

  /// Binds an output to a tensor.
  public void bindOutput(OpenVinoObject request, long index, OpenVinoObject tensor) {
    library.call(
        "ov_infer_request_set_output_tensor_by_index", request.address(), index, tensor.address());
  }

  /// Runs a request and waits for it: the call that benchmarks time.
  public void infer(OpenVinoObject request) {
    int status;
    try {
      status = (int) infer.invokeExact(request.address());
    } catch (Throwable e) {
      throw new IllegalStateException("a C function cannot throw this", e);
    }
    library.check(status);
  }
}
