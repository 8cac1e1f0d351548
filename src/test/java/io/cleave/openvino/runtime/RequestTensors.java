package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The memory that a request has for its inputs and outputs where nobody gave it any.
final class RequestTensors {
  private final OpenVinoLibrary library;
  private final MethodHandle input;
  private final MethodHandle output;
  private final MethodHandle data;
  private final MethodHandle size;
  private final MethodHandle free;

  RequestTensors(OpenVinoLibrary library) {
    this.library = library;
    this.input = getter("ov_infer_request_get_input_tensor_by_index");
    this.output = getter("ov_infer_request_get_output_tensor_by_index");
    this.data = library.function("ov_tensor_data", ADDRESS, ADDRESS);
    this.size = library.function("ov_tensor_get_byte_size", ADDRESS, ADDRESS);
    this.free = library.free("ov_tensor_free");
  }

  private MethodHandle getter(String name) {
    return library.function(name, ADDRESS, JAVA_LONG, ADDRESS);
  }

  /// Fills the only input.
  ///
  /// @throws UnsupportedOperationException if it takes more or fewer bytes than these
  void fill(OpenVinoObject request, byte[] bytes) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject tensor = tensor(input, request, 0, arena)) {
      long takes = size(tensor, arena);
      if (takes != bytes.length) {
        throw new UnsupportedOperationException(
            "OpenVINO wants %s bytes of data, not %s".formatted(takes, bytes.length));
      }
      memory(tensor, takes, arena).copyFrom(MemorySegment.ofArray(bytes));
    }
  }

  /// A copy of an output.
  byte[] output(OpenVinoObject request, int index) {
    try (Arena arena = Arena.ofConfined();
        OpenVinoObject tensor = tensor(output, request, index, arena)) {
      long size = size(tensor, arena);
      byte[] bytes = new byte[Math.toIntExact(size)];
      MemorySegment.ofArray(bytes).copyFrom(memory(tensor, size, arena));
      return bytes;
    }
  }

  private OpenVinoObject tensor(
      MethodHandle getter, OpenVinoObject request, long index, Arena arena) {
    MemorySegment out = arena.allocate(ADDRESS);
    library.call(getter, request.address(), index, out);
    return new OpenVinoObject(out.get(ADDRESS, 0), free);
  }

  private long size(OpenVinoObject tensor, Arena arena) {
    MemorySegment out = arena.allocate(JAVA_LONG);
    library.call(size, tensor.address(), out);
    return out.get(JAVA_LONG, 0);
  }

  @SuppressWarnings("restricted")
  private MemorySegment memory(OpenVinoObject tensor, long size, Arena arena) {
    if (size == 0) {
      return MemorySegment.NULL;
    }
    MemorySegment out = arena.allocate(ADDRESS);
    library.call(data, tensor.address(), out);
    return out.get(ADDRESS, 0).reinterpret(size);
  }
}
