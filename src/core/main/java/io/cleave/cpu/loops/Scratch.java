package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.cleave.plan.BitOrder;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Scratch arrays of one thread that converts: elements are staged in arrays that suit their width,
/// and converted a step at a time, in arrays that a first-level cache holds together.
///
/// Not safe for use by many threads.
public final class Scratch {
  /// The most elements of a step: 8 KiB of floats.
  public static final int STEP = 2048;

  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The bits that a word has behind up to 7 others.
  private static final int WORD_BITS = Long.SIZE - Byte.SIZE + 1;

  /// The values of a step, and their bits.
  final float[] values = new float[STEP];

  final int[] bits = new int[STEP];

  /// The elements that are made, in the array that suits their width.
  final byte[] madeBytes;

  final short[] madeShorts;
  final double[] madeDoubles;

  /// Converted elements of whole bytes, for types that are narrower than a byte.
  final long[] words;

  final MemorySegment valueMemory = MemorySegment.ofArray(values);
  private final MemorySegment bitMemory = MemorySegment.ofArray(bits);
  private final ElementType source;
  private final Object[] arrays;
  private final MemorySegment[] staged;

  /// @param source the type that is staged
  /// @param target the type that is made
  /// @param elements the most elements that are staged at each place
  public Scratch(ElementType source, ElementType target, int[] elements) {
    int width = target.bits();
    this.madeBytes = new byte[width == Byte.SIZE ? STEP : 0];
    this.madeShorts = new short[width == Short.SIZE ? STEP : 0];
    this.madeDoubles = new double[width == Double.SIZE ? STEP : 0];
    this.words = new long[source.bits() < Byte.SIZE ? STEP : 0];
    this.source = source;
    this.arrays = new Object[elements.length];
    this.staged = new MemorySegment[elements.length];
    for (int i = 0; i < elements.length; i++) {
      staged[i] = allocate(elements[i]);
      arrays[i] = staged[i].heapBase().orElseThrow();
    }
  }

  private MemorySegment allocate(int length) {
    return switch (source.bits()) {
      case Long.SIZE -> MemorySegment.ofArray(new long[length]);
      case Integer.SIZE ->
          source == ElementType.F32
              ? MemorySegment.ofArray(new float[length])
              : MemorySegment.ofArray(new int[length]);
      case Short.SIZE -> MemorySegment.ofArray(new short[length]);
      default -> MemorySegment.ofArray(new byte[length]);
    };
  }

  /// The class of the memory where elements are staged.
  public Class<?> memory() {
    return staged[0].getClass();
  }

  /// The memory of all places.
  public MemorySegment[] staged() {
    return staged;
  }

  /// The array of a place.
  Object array(int place) {
    return arrays[place];
  }

  /// Fetches the bits of floats.
  void toBits(MemorySegment floats, int first, int count) {
    long bytes = (long) count * Float.BYTES;
    MemorySegment.copy(floats, (long) first * Float.BYTES, bitMemory, 0, bytes);
  }

  /// Puts bits back.
  void toValues(int count) {
    MemorySegment.copy(bitMemory, 0, valueMemory, 0, (long) count * Float.BYTES);
  }

  /// Stages consecutive elements at the first place. Elements narrower than a byte become a byte
  /// each, whose other bits are 0.
  ///
  /// @param from the first element's index in the data
  /// @param first its index where it is staged
  public void stage(MemorySegment data, long from, int first, int count) {
    int width = source.bits() / Byte.SIZE;
    if (width == 0) {
      unpack(data, from * source.bits(), first, count);
    } else {
      long bytes = (long) count * width;
      MemorySegment.copy(data, from * width, staged[0], (long) first * width, bytes);
    }
  }

  private void unpack(MemorySegment data, long from, int first, int count) {
    byte[] out = (byte[]) arrays[0];
    boolean isReversed = source.bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST;
    int width = source.bits();
    int perWord = WORD_BITS / width;
    int mask = (1 << width) - 1;
    for (int done = 0; done < count; done += perWord) {
      long bit = from + (long) done * width;
      int step = Math.min(perWord, count - done);
      long bytes = word(data, bit >>> 3);
      long word = (isReversed ? Long.reverse(Long.reverseBytes(bytes)) : bytes) >>> (bit & 7);
      for (int i = 0; i < step; i++, word >>>= width) {
        out[first + done + i] = (byte) (word & mask);
      }
    }
  }

  /// The bytes from an index on, of which the data may have fewer than eight.
  private static long word(MemorySegment data, long at) {
    if (at + Long.BYTES <= data.byteSize()) {
      return data.get(WORD, at);
    }
    long word = 0;
    for (long i = data.byteSize() - 1; i >= at; i--) {
      word = word << Byte.SIZE | (data.get(JAVA_BYTE, i) & 0xFF);
    }
    return word;
  }
}
