package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// The process in which OpenVINO runs: responds to requests on standard input until it ends. Uses
/// no class of another package.
final class OpenVinoWorker {
  /// The element type `u8` in the C interface of all versions since 2024.
  private static final int BYTES = 16;

  /// f32 stays what it is where the processor calculates with bf16.
  private static final Map<String, String> PROPERTIES =
      Map.of("INFERENCE_NUM_THREADS", "1", "INFERENCE_PRECISION_HINT", "f32");

  /// `ov_dimension_t`: the lower and the upper bound.
  private static final StructLayout DIMENSION = MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG);

  /// `ov_partial_shape_t`: the rank, which is a dimension, too, and the address of the dimensions.
  private static final StructLayout SHAPE = MemoryLayout.structLayout(DIMENSION, ADDRESS);

  private final OpenVinoLibrary library;
  private final OpenVinoOps ops;
  private final OpenVinoObject core;

  private OpenVinoWorker(OpenVinoLibrary library) {
    this.library = library;
    this.ops = new OpenVinoOps(library);
    this.core = ops.core();
  }

  /// Runs until standard input ends.
  ///
  /// @param arguments the folder where OpenVINO is
  public static void main(String... arguments) throws IOException, ClassNotFoundException {
    OpenVinoWorker worker = new OpenVinoWorker(OpenVinoLibrary.in(Path.of(arguments[0])));
    InputStream in = new BufferedInputStream(new FileInputStream(FileDescriptor.in));
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    while (true) {
      Request request;
      try {
        request = (Request) new ObjectInputStream(in).readObject();
      } catch (EOFException _) {
        return;
      }
      ObjectOutputStream to = new ObjectOutputStream(out);
      to.writeObject(worker.respond(request));
      to.flush();
    }
  }

  private Response respond(Request request) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject weights = weights(request.weights(), arena)) {
      OpenVinoObject model;
      try {
        model = ops.model(core, request.xml(), weights);
      } catch (UnsupportedOperationException e) {
        return new Response.Refused(String.valueOf(e.getMessage()));
      }
      try (model) {
        List<String> shapes = shapes(model);
        List<byte[]> data = request.data();
        return data == null
            ? new Response.Accepted(shapes, List.of(), "")
            : run(model, shapes, data);
      }
    }
  }

  private OpenVinoObject weights(byte[] bytes, Arena arena) {
    MemorySegment memory = arena.allocate(Math.max(1, bytes.length), 64);
    MemorySegment.copy(bytes, 0, memory, JAVA_BYTE, 0, bytes.length);
    return ops.tensor(BYTES, new long[] {bytes.length}, memory);
  }

  private Response run(OpenVinoObject model, List<String> shapes, List<byte[]> data) {
    try (OpenVinoObject compiled = ops.compiled(core, model, PROPERTIES);
        OpenVinoObject request = ops.request(compiled)) {
      for (int i = 0; i < data.size(); i++) {
        fill(request, i, data.get(i));
      }
      ops.infer(request);
      List<byte[]> parts = new ArrayList<>();
      for (long i = 0; i < shapes.size(); i++) {
        parts.add(output(request, i));
      }
      return new Response.Accepted(shapes, parts, "");
    } catch (UnsupportedOperationException e) {
      return new Response.Accepted(shapes, List.of(), String.valueOf(e.getMessage()));
    }
  }

  private void fill(OpenVinoObject request, long index, byte[] bytes) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject tensor = tensor(request, "input", index)) {
      MemorySegment memory = memory(tensor, arena);
      if (memory.byteSize() != bytes.length) {
        throw new UnsupportedOperationException(
            "OpenVINO wants %s bytes of data, not %s".formatted(memory.byteSize(), bytes.length));
      }
      memory.copyFrom(MemorySegment.ofArray(bytes));
    }
  }

  private byte[] output(OpenVinoObject request, long index) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject tensor = tensor(request, "output", index)) {
      return memory(tensor, arena).toArray(JAVA_BYTE);
    }
  }

  private OpenVinoObject tensor(OpenVinoObject request, String kind, long index) {
    String getter = "ov_infer_request_get_%s_tensor_by_index".formatted(kind);
    return library.create(
        "ov_tensor_free", tensor -> library.call(getter, request.address(), index, tensor));
  }

  @SuppressWarnings("restricted")
  private MemorySegment memory(OpenVinoObject tensor, Arena arena) {
    MemorySegment size = arena.allocate(JAVA_LONG);
    library.call("ov_tensor_get_byte_size", tensor.address(), size);
    if (size.get(JAVA_LONG, 0) == 0) {
      return MemorySegment.NULL;
    }
    MemorySegment start = arena.allocate(ADDRESS);
    library.call("ov_tensor_data", tensor.address(), start);
    return start.get(ADDRESS, 0).reinterpret(size.get(JAVA_LONG, 0));
  }

  private List<String> shapes(OpenVinoObject model) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      library.call("ov_model_outputs_size", model.address(), count);
      List<String> shapes = new ArrayList<>();
      for (long i = 0; i < count.get(JAVA_LONG, 0); i++) {
        shapes.add(shape(model, i, arena));
      }
      return shapes;
    }
  }

  private String shape(OpenVinoObject model, long output, Arena arena) {
    MemorySegment shape = arena.allocate(SHAPE);
    try (OpenVinoObject port =
        library.create(
            "ov_output_const_port_free",
            to -> library.call("ov_model_const_output_by_index", model.address(), output, to))) {
      library.call("ov_port_get_partial_shape", port.address(), shape);
    }
    try (OpenVinoObject _ = new OpenVinoObject(shape, library.free("ov_partial_shape_free"))) {
      return text(shape);
    }
  }

  @SuppressWarnings("restricted")
  private static String text(MemorySegment shape) {
    long rank = shape.get(JAVA_LONG, 0);
    if (rank != shape.get(JAVA_LONG, JAVA_LONG.byteSize())) {
      return "...";
    }
    MemorySegment bounds =
        shape.get(ADDRESS, DIMENSION.byteSize()).reinterpret(rank * DIMENSION.byteSize());
    StringJoiner text = new StringJoiner(",");
    for (long i = 0; i < rank; i++) {
      long min = bound(bounds.getAtIndex(JAVA_LONG, 2 * i));
      long max = bound(bounds.getAtIndex(JAVA_LONG, 2 * i + 1));
      text.add(min == max ? Long.toString(min) : min + ".." + max);
    }
    return text.toString();
  }

  /// The largest number, which stands for no bound, comes as -1.
  private static long bound(long value) {
    return value == -1 ? Long.MAX_VALUE : value;
  }
}
