package io.cleave.cpu.vector;

import static java.lang.invoke.MethodType.methodType;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ArrayKernels;
import io.cleave.cpu.loops.ArrayLoop;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.spi.WarmUp;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/// Finds the loops that convert arrays in copies of [ArrayLoops]. Safe for use by many threads.
///
/// Not for f16, of which plain loops become vectors, while the Vector API has none; nor for wider
/// elements, which plain loops carry as fast.
final class ArrayConversions implements ArrayKernels {
  private static final int FEWEST_BITS_OF_BYTES = 256;

  private record Key(ArrayKind kind, boolean encodes) {}

  private final int bits;
  private final boolean warmsUp;
  private final ConcurrentHashMap<Key, Loop> found = new ConcurrentHashMap<>();

  /// A loop with its values, and the plain one that stands in for it.
  private static final class Guarded implements ArrayLoop, Loop.Trial {
    /// What a trial converts at a time.
    private static final int STEP = 1024;

    /// What it converts in all: more than a first-level cache holds.
    private static final int ELEMENTS = 64 << 10;

    private final Loop loop;
    private final Key key;
    private final float[] values;
    private final ArrayLoop plain;

    Guarded(Loop loop, Key key, float[] values, ArrayLoop plain) {
      this.loop = loop;
      this.key = key;
      this.values = values;
      this.plain = plain;
    }

    @Override
    public void convert(Object from, int first, Object to, int count) {
      MethodHandle handle = loop.ifReady();
      if (handle != null) {
        convert(handle, from, first, to, count);
      } else {
        plain.convert(from, first, to, count);
        loop.missed((long) count * (key.encodes ? Float.SIZE : key.kind.type().bits()) / 8, this);
      }
    }

    private void convert(MethodHandle handle, Object from, int first, Object to, int count) {
      try {
        handle.invokeExact(from, first, to, count, values);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    }

    @Override
    public boolean isFaster(MethodHandle handle, BooleanSupplier isCancelled) {
      Object narrow =
          key.kind.type().bits() == Short.SIZE ? new short[STEP + SLACK] : new byte[STEP + SLACK];
      float[] floats = new float[STEP + SLACK];
      Object from = key.encodes ? floats : narrow;
      Object to = key.encodes ? narrow : floats;
      return compare(handle, from, to, STEP, isCancelled)
          && compare(handle, from, to, ELEMENTS, isCancelled);
    }

    private boolean compare(
        MethodHandle handle, Object from, Object to, int elements, BooleanSupplier isCancelled) {
      WarmUp times =
          WarmUp.of(
              () -> repeat(elements, count -> plain.convert(from, 0, to, count)),
              () -> repeat(elements, count -> convert(handle, from, 0, to, count)),
              1,
              0,
              isCancelled);
      return times.isWithin(1, 0) && !isCancelled.getAsBoolean();
    }

    private static void repeat(int elements, IntConsumer convert) {
      for (int done = 0; done < elements; done += STEP) {
        convert.accept(Math.min(STEP, elements - done));
      }
    }
  }

  /// @param bits of a vector
  /// @param warmsUp whether plain loops stand in until a loop is compiled
  ArrayConversions(int bits, boolean warmsUp) {
    this.bits = bits;
    this.warmsUp = warmsUp;
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
      case Rule.Cast _ -> decoder(definition, plain, ArrayKind.Rule.CAST);
      case Rule.Affine(float scale, float bias) ->
          decoder(definition, plain, ArrayKind.Rule.AFFINE, scale, bias);
      case Rule.Dequantized(float scale, long zero) ->
          decoder(definition, plain, ArrayKind.Rule.DEQUANTIZED, scale, (float) zero);
    };
  }

  /// There are vectors of as many bytes as floats.
  private boolean hasBytes() {
    return bits >= FEWEST_BITS_OF_BYTES;
  }

  private ArrayLoop decoder(
      Definition definition, ArrayLoop plain, ArrayKind.Rule rule, float... values) {
    ArrayKind kind = new ArrayKind(bits, definition.source(), rule);
    Key key = new Key(kind, false);
    return new Guarded(loop(key), key, values, plain);
  }

  @Override
  public ArrayLoop encoding(ElementType target, ArrayLoop plain) {
    return switch (target) {
      case U8 -> hasBytes() ? encoder(target, plain, 0, 0xFF) : plain;
      case I8 -> hasBytes() ? encoder(target, plain, Byte.MIN_VALUE, Byte.MAX_VALUE) : plain;
      case U16 -> encoder(target, plain, 0, 0xFFFF);
      case I16 -> encoder(target, plain, Short.MIN_VALUE, Short.MAX_VALUE);
      case BF16 -> encoder(target, plain);
      default -> plain;
    };
  }

  private ArrayLoop encoder(ElementType target, ArrayLoop plain, float... values) {
    ArrayKind kind = new ArrayKind(bits, target, ArrayKind.Rule.CAST);
    Key key = new Key(kind, true);
    return new Guarded(loop(key), key, values, plain);
  }

  private Loop loop(Key key) {
    return found.computeIfAbsent(
        key,
        missing -> {
          Loop loop = new Loop(missing.toString(), () -> handle(missing));
          return warmsUp ? loop : loop.withoutWarmUp();
        });
  }

  private static MethodHandle handle(Key key) {
    boolean isShort = key.kind().type().bits() == Short.SIZE;
    Class<?> narrow = isShort ? short[].class : byte[].class;
    Class<?> from = key.encodes() ? float[].class : narrow;
    Class<?> to = key.encodes() ? narrow : float[].class;
    String name = (key.encodes() ? "encode" : "decode") + (isShort ? "Shorts" : "Bytes");
    MethodHandles.Lookup copy =
        Specialized.copy(ArrayLoops.class, MethodHandles.lookup(), key.kind());
    return Specialized.method(copy, name, from, int.class, to, int.class, float[].class)
        .asType(
            methodType(
                void.class, Object.class, int.class, Object.class, int.class, float[].class));
  }
}
