package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;

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
            .or(() -> metadata.contains(SHAPE_KEY) ? Optional.of(shape(metadata)) : none()),
        settings
            .get(Setting.TYPE)
            .or(() -> metadata.contains(TYPE_KEY) ? Optional.of(type(metadata)) : none())
            .map(ElementType::parse));
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  private static Shape shape(Metadata metadata) {
    return Shape.of(metadata.getLongArray(SHAPE_KEY));
  }

  private static String type(Metadata metadata) {
    return metadata.getString(TYPE_KEY);
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
