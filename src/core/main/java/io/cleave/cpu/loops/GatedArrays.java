package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import java.util.function.IntFunction;

/// Converts by plain loops, and by vectors once their gates are open.
///
/// @param vectors makes what is on vectors
record GatedArrays(VectorProvider vectors) implements ArrayKernels {
  @Override
  public ArrayLoop decoding(Definition definition, ArrayLoop plain) {
    return new GatedArrayLoop(
        plain,
        () -> vectors.arrays().decoding(definition, plain),
        arrays(definition.source()),
        float[]::new,
        definition.source().bits() / Byte.SIZE);
  }

  @Override
  public ArrayLoop encoding(ElementType target, ArrayLoop plain) {
    return new GatedArrayLoop(
        plain,
        () -> vectors.arrays().encoding(target, plain),
        float[]::new,
        arrays(target),
        Float.BYTES);
  }

  /// What elements of a type are kept in.
  private static IntFunction<Object> arrays(ElementType type) {
    return switch (type.bits()) {
      case Byte.SIZE -> byte[]::new;
      case Short.SIZE -> short[]::new;
      default -> type == ElementType.F32 ? float[]::new : int[]::new;
    };
  }
}
