package io.cleave.spark.column;

import io.cleave.file.npy.NpyContainer;
import io.cleave.file.tensor.Layout;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.ByteArrayMethods;

/// What a part becomes in its row, in Spark's internal form.
public sealed interface PartCell {
  /// The most bytes of a value, with all that stands around its elements, and of those of a row
  /// together: Spark's writer of rows holds no more, and Java's arrays hardly.
  long MOST_BYTES = ByteArrayMethods.MAX_ROUNDED_ARRAY_LENGTH;

  /// How the parts of this column stand in rows.
  ///
  /// @throws IllegalArgumentException if that is not known
  static TensorColumn.Container container(Settings settings, TensorColumn column) {
    String as = settings.get(Setting.AS, "");
    if (column.container() == TensorColumn.Container.NPY && !as.isEmpty()) {
      throw new IllegalArgumentException(
          "parts of .npy files are .npy files, each with a shape of its own; leave out .as(\"%s\")"
              .formatted(Settings.excerpt(as)));
    }
    return switch (as) {
      case "" -> column.container();
      case "binary" -> TensorColumn.Container.BINARY;
      case "array" -> TensorColumn.Container.ARRAY;
      default ->
          throw new IllegalArgumentException(
              "parts stand in columns as \"binary\" or \"array\", not as \"%s\""
                  .formatted(Settings.excerpt(as)));
    };
  }

  /// What the parts of a row become.
  ///
  /// @throws IllegalArgumentException if arrays hold no such elements, or no row so many
  static List<PartCell> ofRow(TensorColumn.Container container, List<Layout> parts) {
    List<PartCell> cells = parts.stream().map(part -> of(container, part)).toList();
    long bytes = UnsafeRow.calculateBitSetWidthInBytes(cells.size());
    for (PartCell cell : cells) {
      bytes += Long.BYTES + Math.ceilDiv(cell.bytes(), Long.BYTES) * Long.BYTES;
    }
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the parts of a row take %s bytes there, and a row in Spark has at most %s; cut tensors into several rows first"
              .formatted(bytes, MOST_BYTES));
    }
    return cells;
  }

  /// What parts of this layout become.
  ///
  /// @throws IllegalArgumentException if arrays hold no such elements, or no value so many
  static PartCell of(TensorColumn.Container container, Layout part) {
    return switch (container) {
      case BINARY -> new Bytes(part);
      case NPY -> new Npy(part, MemorySegment.ofArray(NpyContainer.header(part)));
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

  /// @param around the bytes that stand around the elements
  private static void requireHeld(Layout part, long around) {
    if (part.bytes() > MOST_BYTES - around) {
      throw new IllegalArgumentException(
          "a part %s %s takes %s bytes and %s around them, and a value in Spark has at most %s; cut into shorter parts"
              .formatted(part.type(), part.shape(), part.bytes(), around, MOST_BYTES));
    }
  }

  /// What the part is.
  Layout part();

  /// The bytes of the value, with those that stand around the elements.
  default long bytes() {
    return part().bytes();
  }

  /// The type of the column.
  default DataType type() {
    return DataTypes.BinaryType;
  }

  /// What the column says of what it holds.
  default Metadata metadata() {
    return Said.metadata(part().shape(), part().type());
  }

  /// A cell whose part is not written yet.
  Blank blank();

  /// A cell and its memory.
  ///
  /// @param value what stands in the row, in Spark's internal form
  /// @param part where the elements belong in it
  record Blank(Object value, MemorySegment part) {
    private static Blank of(Object value, byte[] memory, int from, long bytes) {
      return new Blank(value, MemorySegment.ofArray(memory).asSlice(from, bytes));
    }
  }

  /// The bare bytes.
  record Bytes(Layout part) implements PartCell {
    /// Refuses what is too long.
    public Bytes {
      requireHeld(part, 0);
    }

    @Override
    public Blank blank() {
      byte[] bytes = new byte[Math.toIntExact(part.bytes())];
      return Blank.of(bytes, bytes, 0, bytes.length);
    }
  }

  /// A `.npy` file. The column says nothing: another row's may differ.
  ///
  /// @param header what stands before the data; nobody writes it
  record Npy(Layout part, MemorySegment header) implements PartCell {
    /// Refuses what is too long.
    public Npy {
      requireHeld(part, header.byteSize());
    }

    @Override
    public Blank blank() {
      int start = (int) header.byteSize();
      byte[] file = new byte[Math.toIntExact(start + part.bytes())];
      MemorySegment.copy(header, ValueLayout.JAVA_BYTE, 0, file, 0, start);
      return Blank.of(file, file, start, part.bytes());
    }

    @Override
    public long bytes() {
      return header.byteSize() + part.bytes();
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
    /// Refuses what is too long.
    public Array {
      requireHeld(part, around(part));
    }

    private static long around(Layout part) {
      return UnsafeArrayData.calculateHeaderPortionInBytes(part.shape().volume());
    }

    @Override
    public long bytes() {
      return around(part) + part.bytes();
    }

    @Override
    public DataType type() {
      return DataTypes.createArrayType(elements.sparkType(), false);
    }

    @Override
    public Blank blank() {
      int count = Math.toIntExact(part.shape().volume());
      int start = UnsafeArrayData.calculateHeaderPortionInBytes(count);
      int words = Math.toIntExact(Math.ceilDiv(start + part.bytes(), Long.BYTES));
      byte[] array = new byte[words * Long.BYTES];
      Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET, count);
      UnsafeArrayData data = new UnsafeArrayData();
      data.pointTo(array, Platform.BYTE_ARRAY_OFFSET, array.length);
      return Blank.of(data, array, start, part.bytes());
    }
  }
}
