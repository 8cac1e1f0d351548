package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;

/// Plain loops that turn staged elements into what a rule makes of them.
final class StepDecoding {
  private StepDecoding() {}

  /// For a source of more than 8 bits, or u8 or i8.
  static ArrayLoop of(Definition definition) {
    if (definition.rule() instanceof Rule.Dequantized(float scale, long zero)
        && definition.source().bits() == Integer.SIZE) {
      return ofWideIntegers(definition.source(), scale, zero);
    }
    ArrayLoop numbers = numbers(definition.source());
    return switch (definition.rule()) {
      case Rule.Affine(float scale, float bias) ->
          (from, first, to, count) -> {
            numbers.convert(from, first, to, count);
            Arithmetic.affine((float[]) to, count, scale, bias);
          };
      case Rule.Dequantized(float scale, long zero) ->
          (from, first, to, count) -> {
            numbers.convert(from, first, to, count);
            Arithmetic.dequantized((float[]) to, count, scale, (float) zero);
          };
      case Rule.Cast _ -> numbers;
    };
  }

  /// What elements stand for.
  private static ArrayLoop numbers(ElementType source) {
    return switch (source) {
      case U8 -> (from, first, to, count) -> Decoders.u8((byte[]) from, first, (float[]) to, count);
      case I8 -> (from, first, to, count) -> Decoders.i8((byte[]) from, first, (float[]) to, count);
      case U16 ->
          (from, first, to, count) -> Decoders.u16((short[]) from, first, (float[]) to, count);
      case I16 ->
          (from, first, to, count) -> Decoders.i16((short[]) from, first, (float[]) to, count);
      case F16 ->
          (from, first, to, count) -> Decoders.f16((short[]) from, first, (float[]) to, count);
      case BF16 ->
          (from, first, to, count) -> Decoders.bf16((short[]) from, first, (float[]) to, count);
      case U32 ->
          (from, first, to, count) -> Decoders.u32((int[]) from, first, (float[]) to, count);
      case I32 ->
          (from, first, to, count) -> Decoders.i32((int[]) from, first, (float[]) to, count);
      case F32 -> (from, first, to, count) -> System.arraycopy(from, first, to, 0, count);
      default -> throw new IllegalArgumentException("%s goes by a table".formatted(source));
    };
  }

  /// The rule must see them before they are rounded.
  private static ArrayLoop ofWideIntegers(ElementType source, float scale, long zero) {
    return source == ElementType.U32
        ? (from, first, to, count) ->
            Arithmetic.dequantizedU32((int[]) from, first, (float[]) to, count, scale, zero)
        : (from, first, to, count) ->
            Arithmetic.dequantizedI32((int[]) from, first, (float[]) to, count, scale, zero);
  }
}
