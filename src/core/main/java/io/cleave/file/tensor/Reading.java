package io.cleave.file.tensor;

import io.cleave.limit.InputLimits;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import org.jspecify.annotations.Nullable;

/// What the reader of a file says of its tensors, where the file does not say it or says it only as
/// far as its format can: that two bytes an element are `bf16`, that bytes are a packed `u4` tensor
/// of some shape, that a file without any header holds `f32`. An immutable value.
///
/// It changes no byte. What is said must fit the bytes that are there exactly; a type without a
/// shape must be as wide as the type in the file.
///
/// @param type the element type; null to take the file's
/// @param shape the shape; null to take the file's
/// @param limits how much it may take
public record Reading(@Nullable ElementType type, @Nullable Shape shape, InputLimits limits) {
  /// Checks the type.
  ///
  /// @throws IllegalArgumentException for strings, which no file of tensors holds
  public Reading {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException(
          "no file holds tensors of string as bare bytes; give another type");
    }
  }

  /// The same with the usual limits.
  public Reading(@Nullable ElementType type, @Nullable Shape shape) {
    this(type, shape, InputLimits.usual());
  }

  /// The same for a file that may take as much as this.
  public Reading within(InputLimits other) {
    return new Reading(type, shape, other);
  }

  /// Takes the file at its word.
  public static Reading asStored() {
    return new Reading(null, null);
  }

  /// The elements are of this type, which is as wide as the one in the file.
  public static Reading as(ElementType type) {
    return new Reading(type, null);
  }

  /// The bytes are a tensor of this type and shape.
  public static Reading as(ElementType type, Shape shape) {
    return new Reading(type, shape);
  }
}
