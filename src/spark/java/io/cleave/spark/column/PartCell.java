package io.cleave.spark.column;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.tensor.Layout;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.Platform;

/// What a part becomes in its row, in Spark's internal form.
public sealed interface PartCell {
  /// How the parts of this column stand in rows.
  ///
  /// @throws IllegalArgumentException if that is not known
  static TensorColumn.Container container(Settings settings, TensorColumn column) {
    String as = settings.get(Setting.AS, "");
    if (column.container() == TensorColumn.Container.NPY && !as.isEmpty()) {
      throw new IllegalArgumentException(
          "parts of .npy files are .npy files, each with a shape of its own; leave out .as(\"%s\")"
              .formatted(as));
    }
    return switch (as) {
      case "" -> column.container();
      case "binary" -> TensorColumn.Container.BINARY;
      case "array" -> TensorColumn.Container.ARRAY;
      default ->
          throw new IllegalArgumentException(
              "parts stand in columns as \"binary\" or \"array\", not as \"%s\"".formatted(as));
    };
  }

  /// What parts of this layout become.
  ///
  /// @throws IllegalArgumentException if arrays hold no such elements
  static PartCell of(TensorColumn.Container container, Layout part) {
    return switch (container) {
      case BINARY -> new Bytes(part);
      case NPY -> new Npy(part, NpyContainer.header(part));
      case ARRAY ->
          new Array(
              part,
              ArrayElements.of(part.type())
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "Spark has no arrays of %s; add .as(\"binary\")"
                                  .formatted(part.type()))));
    };
  }

  /// What the part is.
  Layout part();

  /// The type of the column.
  default DataType type() {
    return DataTypes.BinaryType;
  }

  /// What the column says of what it holds.
  default Metadata metadata() {
    return Said.metadata(part().shape(), part().type());
  }

  /// A copy of one row's part.
  ///
  /// @param bytes its elements
  Object copy(MemorySegment bytes);

  /// The bare bytes.
  record Bytes(Layout part) implements PartCell {
    @Override
    public Object copy(MemorySegment bytes) {
      return bytes.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// A `.npy` file. The column says nothing: another row's may differ.
  ///
  /// @param header what stands before the data; nobody writes it
  record Npy(Layout part, byte[] header) implements PartCell {
    @Override
    public Object copy(MemorySegment bytes) {
      byte[] file = new byte[Math.toIntExact(header.length + bytes.byteSize())];
      System.arraycopy(header, 0, file, 0, header.length);
      MemorySegment.copy(
          bytes, ValueLayout.JAVA_BYTE, 0, file, header.length, (int) bytes.byteSize());
      return file;
    }

    @Override
    public Metadata metadata() {
      return Metadata.empty();
    }
  }

  /// An array: the number of elements, a bit for each that is not set as none is null, and the
  /// elements.
  ///
  /// @param elements what Spark calls them
  record Array(Layout part, ArrayElements elements) implements PartCell {
    @Override
    public DataType type() {
      return DataTypes.createArrayType(elements.sparkType(), false);
    }

    @Override
    public Object copy(MemorySegment bytes) {
      int count = Math.toIntExact(part.shape().volume());
      int header = UnsafeArrayData.calculateHeaderPortionInBytes(count);
      int content = Math.toIntExact(bytes.byteSize());
      byte[] array = new byte[Math.ceilDiv(header + content, Long.BYTES) * Long.BYTES];
      Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET, count);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, array, header, content);
      UnsafeArrayData data = new UnsafeArrayData();
      data.pointTo(array, Platform.BYTE_ARRAY_OFFSET, array.length);
      return data;
    }
  }
}
