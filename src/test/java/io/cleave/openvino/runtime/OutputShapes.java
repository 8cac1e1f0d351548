package io.cleave.openvino.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.cleave.plan.Dimension;
import io.cleave.plan.PartialShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// The shapes that OpenVINO infers for the outputs of a model, as far as it knows them.
final class OutputShapes {
  /// `ov_dimension_t`: the least and the most; -1 for no bound.
  private static final StructLayout DIMENSION = MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG);

  /// `ov_partial_shape_t`: the rank, which is a dimension, too, and where the dimensions are.
  private static final StructLayout SHAPE = MemoryLayout.structLayout(DIMENSION, ADDRESS);

  /// What it says in place of the largest number, which stands for "no bound".
  private static final long NO_BOUND = -1;

  private final OpenVinoLibrary library;
  private final MethodHandle count;
  private final MethodHandle port;
  private final MethodHandle shape;
  private final MethodHandle freePort;
  private final MethodHandle freeShape;

  OutputShapes(OpenVinoLibrary library) {
    this.library = library;
    this.count = library.function("ov_model_outputs_size", ADDRESS, ADDRESS);
    this.port = library.function("ov_model_const_output_by_index", ADDRESS, JAVA_LONG, ADDRESS);
    this.shape = library.function("ov_port_get_partial_shape", ADDRESS, ADDRESS);
    this.freePort = library.free("ov_output_const_port_free");
    this.freeShape = library.free("ov_partial_shape_free");
  }

  /// @throws IllegalArgumentException if a bound is none that a dimension can have
  List<PartialShape> of(OpenVinoObject model) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      library.call(count, model.address(), size);
      List<PartialShape> shapes = new ArrayList<>();
      for (long i = 0; i < size.get(JAVA_LONG, 0); i++) {
        MemorySegment out = arena.allocate(ADDRESS);
        library.call(port, model.address(), i, out);
        try (OpenVinoObject output = new OpenVinoObject(out.get(ADDRESS, 0), freePort)) {
          shapes.add(shape(output, arena));
        }
      }
      return shapes;
    }
  }

  private PartialShape shape(OpenVinoObject output, Arena arena) {
    MemorySegment out = arena.allocate(SHAPE);
    library.call(shape, output.address(), out);
    try (OpenVinoObject _ = new OpenVinoObject(out, freeShape)) {
      Dimension rank = dimension(out, 0);
      return rank.isKnown() ? shape(out, rank.min()) : PartialShape.UNKNOWN_RANK;
    }
  }

  @SuppressWarnings("restricted")
  private static PartialShape shape(MemorySegment struct, long rank) {
    MemorySegment dimensions =
        struct
            .get(ADDRESS, DIMENSION.byteSize())
            .reinterpret(Math.multiplyExact(rank, DIMENSION.byteSize()));
    List<Dimension> shape = new ArrayList<>();
    for (long i = 0; i < rank; i++) {
      shape.add(dimension(dimensions, i * DIMENSION.byteSize()));
    }
    return PartialShape.of(shape);
  }

  private static Dimension dimension(MemorySegment memory, long offset) {
    return new Dimension(
        bound(memory.get(JAVA_LONG, offset)),
        bound(memory.get(JAVA_LONG, offset + JAVA_LONG.byteSize())));
  }

  private static long bound(long said) {
    return said == NO_BOUND ? Long.MAX_VALUE : said;
  }
}
