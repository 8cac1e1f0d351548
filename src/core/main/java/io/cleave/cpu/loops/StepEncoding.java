package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/// Makes elements of the values of one step, and puts them where they belong.
interface StepEncoding {
  /// The types whose elements may be no numbers.
  Set<ElementType> FLOATS = Set.of(ElementType.F32, ElementType.F16, ElementType.BF16);

  /// Encodes the bench's values.
  ///
  /// @param at the byte of the part where the first one goes
  void encode(Bench.Steps steps, int count, MemorySegment part, long at);

  /// From a source that does not go by a table.
  static StepEncoding of(ElementType source, ElementType target, ArrayKernels kernels) {
    StepEncoding encoding = of(target, kernels);
    return FLOATS.contains(source) && FLOATS.contains(target)
        ? (steps, count, part, at) -> {
          canonical(steps, count);
          encoding.encode(steps, count, part, at);
        }
        : encoding;
  }

  private static StepEncoding of(ElementType target, ArrayKernels kernels) {
    return switch (target) {
      case F32 -> StepEncoding::floats;
      case F16 -> shorts((from, _, to, count) -> Encoders.f16((float[]) from, (short[]) to, count));
      case BF16 ->
          shorts(
              kernels.encoding(
                  target,
                  (from, _, to, count) -> Encoders.bf16((float[]) from, (short[]) to, count)));
      case U8 -> bytes(target, 0, 0xFF, kernels);
      case I8 -> bytes(target, Byte.MIN_VALUE, Byte.MAX_VALUE, kernels);
      case U16 -> shorts(target, 0, 0xFFFF, kernels);
      case I16 -> shorts(target, Short.MIN_VALUE, Short.MAX_VALUE, kernels);
      default -> throw new IllegalArgumentException("nothing is converted to %s".formatted(target));
    };
  }

  /// The other encodings keep canonical NaNs so.
  private static void canonical(Bench.Steps steps, int count) {
    steps.toBits(count);
    Encoders.canonical(steps.bits, count);
    steps.toValues(count);
  }

  private static void floats(Bench.Steps steps, int count, MemorySegment part, long at) {
    MemorySegment.copy(steps.values, 0, part, JAVA_FLOAT_UNALIGNED, at, count);
  }

  private static StepEncoding bytes(
      ElementType target, float least, float most, ArrayKernels kernels) {
    ArrayLoop plain =
        (from, _, to, count) -> Encoders.bytes((float[]) from, (byte[]) to, count, least, most);
    ArrayLoop loop = kernels.encoding(target, plain);
    return (steps, count, part, at) -> {
      loop.convert(steps.values, 0, steps.madeBytes, count);
      MemorySegment.copy(steps.madeBytes, 0, part, JAVA_BYTE, at, count);
    };
  }

  private static StepEncoding shorts(
      ElementType target, float least, float most, ArrayKernels kernels) {
    return shorts(
        kernels.encoding(
            target,
            (from, _, to, count) ->
                Encoders.shorts((float[]) from, (short[]) to, count, least, most)));
  }

  private static StepEncoding shorts(ArrayLoop loop) {
    return (steps, count, part, at) -> {
      loop.convert(steps.values, 0, steps.madeShorts, count);
      MemorySegment.copy(steps.madeShorts, 0, part, JAVA_SHORT_UNALIGNED, at, count);
    };
  }
}
