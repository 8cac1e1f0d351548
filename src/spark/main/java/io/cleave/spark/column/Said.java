package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/// What is said of a column's tensors: by the user, or else by the column's metadata.
///
/// @param shape the extents in each row
/// @param type the type of the elements
record Said(Optional<Shape> shape, Optional<ElementType> type) {
  private static final String SHAPE_KEY = "tensor.shape";
  private static final String TYPE_KEY = "tensor.type";

  static Said of(Settings settings, StructField column) {
    Metadata metadata = column.metadata();
    return new Said(
        settings
            .get(Setting.SHAPE)
            .map(Shape::parse)
            .or(
                () ->
                    of(
                            metadata,
                            SHAPE_KEY,
                            Metadata::getLongArray,
                            "whole numbers; add .shape(\"224,224,3\")")
                        .map(Shape::of)),
        settings
            .get(Setting.TYPE)
            .or(() -> of(metadata, TYPE_KEY, Metadata::getString, "text; add .type(\"u8\")"))
            .map(ElementType::parse));
  }

  /// Files keep what their columns say, and anybody writes files.
  ///
  /// @param wanted what it must be, and what to say in its place
  private static <T> Optional<T> of(
      Metadata metadata, String key, BiFunction<Metadata, String, @Nullable T> get, String wanted) {
    if (!metadata.contains(key)) {
      return Optional.empty();
    }
    Optional<T> said = read(metadata, key, get);
    if (said.isEmpty()) {
      throw new IllegalArgumentException(
          "the column's metadata has %s, but no %s, which counts instead".formatted(key, wanted));
    }
    return said;
  }

  /// Empty if there is something else.
  private static <T> Optional<T> read(
      Metadata metadata, String key, BiFunction<Metadata, String, @Nullable T> get) {
    try {
      return Optional.ofNullable(get.apply(metadata, key));
    } catch (ClassCastException _) {
      return Optional.empty();
    }
  }

  /// What a column says of itself that holds these.
  static Metadata metadata(Shape shape, ElementType type) {
    return new MetadataBuilder()
        .putLongArray(SHAPE_KEY, shape.extents())
        .putString(TYPE_KEY, type.toString())
        .build();
  }

  /// As bytes in a column stand: in C order, little-endian.
  static Layout layout(Shape shape, ElementType type) {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException("strings are no tensors here; give another type");
    }
    return new Layout(shape, type, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
  }
}
