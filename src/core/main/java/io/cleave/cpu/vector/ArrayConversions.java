package io.cleave.cpu.vector;

import static java.lang.invoke.MethodType.methodType;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ArrayKernels;
import io.cleave.cpu.loops.ArrayLoop;
import io.cleave.cpu.loops.Gate;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.Looped;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the loops that convert arrays in copies of [ArrayLoops]. Safe for use by many threads.
///
/// Not for f16, of which plain loops become vectors, while the Vector API has none; nor for wider
/// elements, which plain loops carry as fast.
final class ArrayConversions implements ArrayKernels {
  private static final int FEWEST_BITS_OF_BYTES = 256;

  private record Key(ArrayKind kind, boolean encodes) {}

  private final int bits;
  private final ConcurrentHashMap<Key, Loop> found = new ConcurrentHashMap<>();

  /// A loop with its values.
  private static final class Bound implements ArrayLoop, Looped {
    private final Loop loop;
    private final float[] values;

    Bound(Loop loop, float[] values) {
      this.loop = loop;
      this.values = values;
    }

    @Override
    public void convert(Object from, int first, Object to, int count) {
      try {
        loop.handle().invokeExact(from, first, to, count, values);
      } catch (Throwable e) {
        throw Kinds.unchecked(e);
      }
    }

    @Override
    public Gate gate() {
      return loop.gate();
    }
  }

  /// @param bits of a vector
  ArrayConversions(int bits) {
    this.bits = bits;
  }

  @Override
  public ArrayLoop decoding(Definition definition, ArrayLoop plain) {
    boolean isFor =
        switch (definition.source()) {
          case U8, I8 -> hasBytes();
          case U16, I16, BF16 -> true;
          default -> false;
        };
    if (!isFor) {
      return plain;
    }
    return switch (definition.rule()) {
      case Rule.Cast _ -> decoding(definition, ArrayKind.Rule.CAST);
      case Rule.Affine(float scale, float bias) ->
          decoding(definition, ArrayKind.Rule.AFFINE, scale, bias);
      case Rule.Dequantized(float scale, long zero) ->
          decoding(definition, ArrayKind.Rule.DEQUANTIZED, scale, (float) zero);
    };
  }

  /// There are vectors of as many bytes as floats.
  private boolean hasBytes() {
    return bits >= FEWEST_BITS_OF_BYTES;
  }

  private ArrayLoop decoding(Definition definition, ArrayKind.Rule rule, float... values) {
    ArrayKind kind = new ArrayKind(bits, definition.source(), rule);
    return new Bound(loop(new Key(kind, false)), values);
  }

  @Override
  public ArrayLoop encoding(ElementType target, ArrayLoop plain) {
    return switch (target) {
      case U8 -> hasBytes() ? encoding(target, 0, 0xFF) : plain;
      case I8 -> hasBytes() ? encoding(target, Byte.MIN_VALUE, Byte.MAX_VALUE) : plain;
      case U16 -> encoding(target, 0, 0xFFFF);
      case I16 -> encoding(target, Short.MIN_VALUE, Short.MAX_VALUE);
      case BF16 -> encoding(target);
      default -> plain;
    };
  }

  private ArrayLoop encoding(ElementType target, float... values) {
    ArrayKind kind = new ArrayKind(bits, target, ArrayKind.Rule.CAST);
    return new Bound(loop(new Key(kind, true)), values);
  }

  private Loop loop(Key key) {
    return found.computeIfAbsent(
        key, missing -> new Loop(handle(missing), new Gate("%s".formatted(missing))));
  }

  private static MethodHandle handle(Key key) {
    boolean isShort = key.kind().type().bits() == Short.SIZE;
    Class<?> narrow = isShort ? short[].class : byte[].class;
    Class<?> from = key.encodes() ? float[].class : narrow;
    Class<?> to = key.encodes() ? narrow : float[].class;
    String name = (key.encodes() ? "encode" : "decode") + (isShort ? "Shorts" : "Bytes");
    try {
      MethodHandles.Lookup template =
          MethodHandles.privateLookupIn(ArrayLoops.class, MethodHandles.lookup());
      MethodHandles.Lookup copy = Kinds.copy(template, key.kind());
      return copy.findStatic(
              copy.lookupClass(),
              name,
              methodType(void.class, from, int.class, to, int.class, float[].class))
          .asType(
              methodType(
                  void.class, Object.class, int.class, Object.class, int.class, float[].class));
    } catch (Exception e) {
      throw new LinkageError("cannot copy %s".formatted(ArrayLoops.class), e);
    }
  }
}
