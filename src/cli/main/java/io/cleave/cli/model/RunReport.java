package io.cleave.cli.model;

import io.cleave.Tensor;
import io.cleave.cli.print.Output;
import io.cleave.cli.print.ShownName;
import io.cleave.file.io.WrittenPart;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.file.Path;
import java.util.List;

/// What `cleave run` has written.
///
/// @param lines one for each output, in order
record RunReport(List<Line> lines) {
  /// One output.
  ///
  /// @param file the file that holds it
  /// @param name the tensor's name
  /// @param type its element type
  /// @param shape its shape
  /// @param bytes the bytes of its data
  record Line(Path file, String name, ElementType type, Shape shape, long bytes) {
    static Line of(Path file, String name, Tensor tensor) {
      return new Line(file, name, tensor.type(), tensor.shape(), tensor.data().byteSize());
    }

    static Line of(WrittenPart part) {
      return new Line(part.file(), part.name(), part.type(), part.shape(), part.bytes());
    }

    private JsonObject json() {
      return JsonObject.builder()
          .put("file", file.toString())
          .put("name", LayerName.of(name))
          .put("type", type.toString())
          .put("shape", JsonArray.of(shape.extents()))
          .put("bytes", bytes)
          .build();
    }
  }

  void print(Output output) {
    for (Line line : lines) {
      output.print(
          "%s  %s %s  %s bytes"
              .formatted(ShownName.of(line.file), line.type, line.shape, line.bytes));
    }
  }

  void printJson(Output output) {
    output.print(JsonArray.of(lines, Line::json));
  }
}
