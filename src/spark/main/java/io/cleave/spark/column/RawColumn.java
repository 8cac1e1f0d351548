package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import io.cleave.spark.Settings;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;

/// The bytes of tensors of one type and shape.
record RawColumn(Layout tensor) implements TensorColumn {
  static RawColumn of(Settings settings, StructField column) {
    Said said = Said.of(settings, column);
    return new RawColumn(
        Said.layout(
            said.shape()
                .orElseThrow(() -> new IllegalArgumentException(missing("shape", "224,224,3"))),
            said.type().orElseThrow(() -> new IllegalArgumentException(missing("type", "u8")))));
  }

  private static String missing(String what, String example) {
    return "bytes do not say which %s they have; add .%s(\"%s\")".formatted(what, what, example);
  }

  @Override
  public Optional<Layout> layout() {
    return Optional.of(tensor);
  }

  @Override
  public RowTensor read(InternalRow row, int column) {
    MemorySegment bytes = RowMemory.binary(row, column);
    if (bytes.byteSize() != tensor.bytes()) {
      throw new WrongRowException(
          "a row has %s bytes, and %s %s takes %s"
              .formatted(bytes.byteSize(), tensor.type(), tensor.shape(), tensor.bytes()));
    }
    return new RowTensor(tensor, bytes);
  }

  @Override
  public Container container() {
    return Container.BINARY;
  }
}
