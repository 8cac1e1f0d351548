package io.cleave.spark;

import io.cleave.file.format.NpyFormat;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredLayout;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/// A BINARY column of tensors: little-endian bytes of one layout, or whole `.npy` files.
///
/// @param layout the layout of every row; empty for `.npy` files, each of which has its own
/// @param reading how the elements of `.npy` files are read
record TensorColumn(Optional<StoredLayout> layout, ReadOptions reading) {
  private static final String SHAPE_KEY = "tensor.shape";
  private static final String TYPE_KEY = "tensor.type";

  /// A column by the settings, or else by its own metadata.
  ///
  /// @throws IllegalArgumentException if it holds no tensors, or too little is known of them
  static TensorColumn of(Settings settings, StructField column) {
    if (!(column.dataType() instanceof BinaryType)) {
      throw new IllegalArgumentException(
          "tensors are BINARY, not %s; cast the column or choose another"
              .formatted(Settings.quote(column.dataType().sql())));
    }
    return settings.has(Setting.NPY) ? npy(settings) : bytes(settings, column.metadata());
  }

  private static TensorColumn npy(Settings settings) {
    if (settings.has(Setting.SHAPE)) {
      throw new IllegalArgumentException(
          "a .npy file has its own shape; leave out .shape(...), or .npy()");
    }
    Optional<ElementType> type = settings.text(Setting.TYPE).map(ElementType::parse);
    return new TensorColumn(
        Optional.empty(), type.map(ReadOptions::as).orElse(ReadOptions.asStored()));
  }

  private static TensorColumn bytes(Settings settings, Metadata metadata) {
    Shape shape =
        settings
            .text(Setting.SHAPE)
            .map(Shape::parse)
            .or(() -> get(metadata, SHAPE_KEY, Metadata::getLongArray).map(Shape::of))
            .orElseThrow(() -> missing("shape", "224,224,3"));
    ElementType type =
        settings
            .text(Setting.TYPE)
            .or(() -> get(metadata, TYPE_KEY, Metadata::getString))
            .map(ElementType::parse)
            .orElseThrow(() -> missing("type", "u8"));
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException("columns hold no tensors of strings; use another type");
    }
    StoredLayout layout = StoredLayout.plain(type, shape);
    return new TensorColumn(Optional.of(layout), ReadOptions.asStored());
  }

  private static IllegalArgumentException missing(String what, String example) {
    return new IllegalArgumentException(
        "the %s of the tensors is not known; add .%s(\"%s\")".formatted(what, what, example));
  }

  /// Metadata may come from a file, and be of another type than expected.
  private static <T> Optional<T> get(
      Metadata metadata, String key, BiFunction<Metadata, String, @Nullable T> get) {
    if (!metadata.contains(key)) {
      return Optional.empty();
    }
    T value;
    try {
      value = get.apply(metadata, key);
    } catch (ClassCastException _) {
      value = null;
    }
    if (value == null) {
      throw new IllegalArgumentException(
          "%s in the column's metadata is wrong; add .shape(...) and .type(...), which replace it"
              .formatted(key));
    }
    return Optional.of(value);
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
    return layout.map(known -> bytes(known, value)).orElseGet(() -> file(value));
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
    StoredLayout layout;
    try {
      header = NpyFormat.read(file, reading.limits());
      layout = header.layout(reading);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!layout.isLittleEndian()) {
      throw new IllegalArgumentException(
          "a .npy file is big-endian; save it as x.astype(x.dtype.newbyteorder('<'))");
    }
    long present = file.byteSize() - header.end();
    if (present < layout.bytes()) {
      throw new IllegalArgumentException(
          "a .npy file of %s %s has %s bytes of data, and should have %s"
              .formatted(layout.type(), layout.shape(), present, layout.bytes()));
    }
    return new Tensor(layout, file.asSlice(header.end(), layout.bytes()));
  }
}
