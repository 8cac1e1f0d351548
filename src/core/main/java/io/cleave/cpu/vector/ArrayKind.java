package io.cleave.cpu.vector;

import io.cleave.plan.ElementType;
import java.lang.invoke.MethodHandles;

/// What a copy of [ArrayLoops] is made for.
///
/// @param bits of a vector of floats or ints
/// @param type what is decoded, or made
/// @param rule what is done with what was decoded
record ArrayKind(int bits, ElementType type, Rule rule) {
  /// What a [io.cleave.plan.Rule] is, without its values.
  enum Rule {
    CAST,
    AFFINE,
    DEQUANTIZED
  }

  /// @param copy that of the class
  static ArrayKind of(MethodHandles.Lookup copy) {
    try {
      return MethodHandles.classData(copy, "_", ArrayKind.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
