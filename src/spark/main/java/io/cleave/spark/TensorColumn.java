package io.cleave.spark;

import static io.cleave.text.Checks.require;

import io.cleave.file.Limits;
import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredLayout;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.function.BiFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/// A BINARY column of tensors: little-endian bytes of one layout, or whole `.npy` files.
///
/// @param layout the layout of every row; null for `.npy` files, each of which has its own
/// @param reading how the elements of `.npy` files are read
record TensorColumn(@Nullable StoredLayout layout, ReadOptions reading) {
  private static final String SHAPE_KEY = "tensor.shape";
  private static final String TYPE_KEY = "tensor.type";

  /// The settings, with shape and type from the column's metadata where they are not set.
  ///
  /// @throws IllegalArgumentException if it holds no tensors, too little is known of them, or there
  ///   is no axis or no cut
  static TensorSplit described(TensorSplit split, StructField column) {
    require(
        column.dataType() instanceof BinaryType,
        "tensors are BINARY, not %s; cast the column or choose another",
        column.dataType().sql());
    require(
        !split.isNpy || split.shape == null,
        "a .npy file has its own shape; leave out .shape(...), or .npy()");
    TensorSplit known = split;
    if (!split.isNpy && split.shape == null) {
      known = known.shape(get(column, SHAPE_KEY, "shape(224, 224, 3)", Metadata::getLongArray));
    }
    if (!split.isNpy && split.type == null) {
      String type = get(column, TYPE_KEY, "type(ElementType.U8)", Metadata::getString);
      known = known.type(ElementType.parse(type));
    }
    require(split.axis != null, "the axis to split is not set; add .axis(-1)");
    require(split.cut != null, "the cut is not set; add .cut(Cut.byLengths(1, 1, 1))");
    return known;
  }

  /// Metadata may come from a file, and be of another type than expected.
  private static <T> T get(
      StructField column,
      String key,
      String setting,
      BiFunction<Metadata, String, @Nullable T> get) {
    if (!column.metadata().contains(key)) {
      throw new IllegalArgumentException(
          "the %s is not known; add .%s".formatted(key.replace('.', ' '), setting));
    }
    try {
      T value = get.apply(column.metadata(), key);
      if (value != null) {
        return value;
      }
    } catch (ClassCastException _) {
      // As if it were null.
    }
    throw new IllegalArgumentException(
        "%s in the column's metadata is wrong; add .%s, which replaces it".formatted(key, setting));
  }

  /// A column by settings with shape and type.
  ///
  /// @throws IllegalArgumentException if there are no such tensors
  static TensorColumn of(TensorSplit split) {
    ReadOptions reading = new ReadOptions(split.type, null, Limits.standard());
    return split.shape == null || split.type == null
        ? new TensorColumn(null, reading)
        : new TensorColumn(StoredLayout.plain(split.type, Shape.of(split.shape)), reading);
  }

  /// The metadata of a column of such tensors.
  static Metadata metadata(StoredLayout layout) {
    return new MetadataBuilder()
        .putLongArray(SHAPE_KEY, layout.shape().extents())
        .putString(TYPE_KEY, layout.type().toString())
        .build();
  }

  /// A tensor in a row.
  ///
  /// @param data as many bytes as the layout takes; a slice of the value
  record Tensor(StoredLayout layout, MemorySegment data) {}

  /// The tensor of a value.
  ///
  /// @throws IllegalArgumentException if the value is no such tensor
  Tensor read(MemorySegment value) {
    return layout == null ? file(value) : bytes(layout, value);
  }

  private static Tensor bytes(StoredLayout layout, MemorySegment value) {
    if (value.byteSize() != layout.bytes()) {
      throw new IllegalArgumentException(
          "a row has %s bytes, and %s %s takes %s"
              .formatted(value.byteSize(), layout.type(), layout.shape(), layout.bytes()));
    }
    return new Tensor(layout, value);
  }

  private Tensor file(MemorySegment file) {
    NpyFormat.Header header;
    StoredLayout known;
    try {
      header = NpyFormat.read(file, reading.limits());
      known = header.type().layout(header.shape(), header.isFortran(), reading);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    require(
        known.isLittleEndian(),
        "a .npy file is big-endian; save it as x.astype(x.dtype.newbyteorder('<'))");
    long present = file.byteSize() - header.end();
    if (present < known.bytes()) {
      throw new IllegalArgumentException(
          "a .npy file of %s %s has %s bytes of data, and should have %s"
              .formatted(known.type(), known.shape(), present, known.bytes()));
    }
    return new Tensor(known, file.asSlice(header.end(), known.bytes()));
  }
}
