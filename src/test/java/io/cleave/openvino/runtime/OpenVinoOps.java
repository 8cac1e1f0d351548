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
import java.util.function.Consumer;

/// The few operations of OpenVINO's C interface that a split takes. Whoever gets an object closes
/// it.
public final class OpenVinoOps {
  /// `ov_shape_t`: a rank, and where the extents are.
  private static final StructLayout SHAPE = MemoryLayout.structLayout(JAVA_LONG, ADDRESS);

  private final OpenVinoLibrary library;
  private final MethodHandle newCore;
  private final MethodHandle newTensor;
  private final MethodHandle readModel;
  private final MethodHandle newRequest;
  private final MethodHandle setInput;
  private final MethodHandle setOutput;
  private final MethodHandle infer;

  /// Looks its functions up.
  public OpenVinoOps(OpenVinoLibrary library) {
    this.library = library;
    this.newCore = library.function("ov_core_create", ADDRESS);
    this.newTensor =
        library.function("ov_tensor_create_from_host_ptr", JAVA_INT, SHAPE, ADDRESS, ADDRESS);
    this.readModel =
        library.function(
            "ov_core_read_model_from_memory_buffer", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    this.newRequest = library.function("ov_compiled_model_create_infer_request", ADDRESS, ADDRESS);
    this.setInput = binder("ov_infer_request_set_input_tensor_by_index");
    this.setOutput = binder("ov_infer_request_set_output_tensor_by_index");
    this.infer = library.function("ov_infer_request_infer", ADDRESS);
  }

  private MethodHandle binder(String name) {
    return library.function(name, ADDRESS, JAVA_LONG, ADDRESS);
  }

  /// What all else begins with.
  public OpenVinoObject core() {
    return made("ov_core_free", out -> library.call(newCore, out));
  }

  /// A tensor around native memory that outlives it.
  public OpenVinoObject tensor(int type, long[] extents, MemorySegment memory) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment shape = arena.allocate(SHAPE);
      shape.set(JAVA_LONG, 0, extents.length);
      shape.set(ADDRESS, JAVA_LONG.byteSize(), arena.allocateFrom(JAVA_LONG, extents));
      return made("ov_tensor_free", out -> library.call(newTensor, type, shape, memory, out));
    }
  }

  /// A model, read.
  ///
  /// @param weights a tensor of bytes, whose memory outlives the model
  public OpenVinoObject model(OpenVinoObject core, String text, OpenVinoObject weights) {
    try (Arena arena = Arena.ofConfined()) {
      long length = text.getBytes(StandardCharsets.UTF_8).length;
      MemorySegment chars = arena.allocateFrom(text);
      return made(
          "ov_model_free",
          out -> library.call(readModel, core.address(), chars, length, weights.address(), out));
    }
  }

  /// A model made ready for the CPU.
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
      return made(
          "ov_compiled_model_free",
          out -> {
            arguments.add(fixed - 1, out);
            library.call(compile, arguments.toArray());
          });
    }
  }

  /// A request of its own to a model that was made ready.
  public OpenVinoObject request(OpenVinoObject compiled) {
    return made("ov_infer_request_free", out -> library.call(newRequest, compiled.address(), out));
  }

  /// Gives an input its memory.
  public void bindInput(OpenVinoObject request, long index, OpenVinoObject tensor) {
    library.call(setInput, request.address(), index, tensor.address());
  }

  /// Gives an output its memory.
  public void bindOutput(OpenVinoObject request, long index, OpenVinoObject tensor) {
    library.call(setOutput, request.address(), index, tensor.address());
  }

  /// Runs a request and waits for it: what is timed.
  public void infer(OpenVinoObject request) {
    int status;
    try {
      status = (int) infer.invokeExact(request.address());
    } catch (Throwable e) {
      throw new IllegalStateException("a C function cannot throw this", e);
    }
    library.check(status);
  }

  /// @param maker puts an address where it is told
  OpenVinoObject made(String free, Consumer<MemorySegment> maker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      maker.accept(out);
      return new OpenVinoObject(out.get(ADDRESS, 0), library.free(free));
    }
  }
}
