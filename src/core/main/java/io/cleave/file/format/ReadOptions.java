package io.cleave.file.format;

import io.cleave.file.Limits;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import org.jspecify.annotations.Nullable;

/// Options for reading a file: limits, and the type and shape of its tensors if the file itself
/// does not say them, such as that two bytes are a `bf16`, or bytes a packed `u4` tensor. They must
/// fit the bytes of the file exactly. A type without a shape must be as wide as that in the file.
/// An immutable value.
///
/// @param type the element type; null for the file's
/// @param shape the shape; null for the file's
/// @param limits the limits of the file
public record ReadOptions(@Nullable ElementType type, @Nullable Shape shape, Limits limits) {
  /// Checks the type.
  ///
  /// @throws IllegalArgumentException for strings, which no file of tensors holds
  public ReadOptions {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException(
          "no file holds tensors of string as bare bytes; give another type");
    }
  }

  /// Type and shape as the file says, in the standard limits.
  public static ReadOptions asStored() {
    return new ReadOptions(null, null, Limits.standard());
  }

  /// This type and shape, in the standard limits.
  ///
  /// @param shape null for the file's; the type must then be as wide as that in the file
  public static ReadOptions as(ElementType type, @Nullable Shape shape) {
    return new ReadOptions(type, shape, Limits.standard());
  }

  /// Copy with other limits.
  public ReadOptions within(Limits other) {
    return new ReadOptions(type, shape, other);
  }
}
