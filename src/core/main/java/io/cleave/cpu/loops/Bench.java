package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// Where one thread works on elements of one part: arrays that a first-level cache holds together.
///
/// Not safe for use by many threads.
public final class Bench {
  /// The most elements of one step: 8 KiB of floats.
  static final int STEP = 2048;

  /// What was staged, in an array that suits its width.
  final Object array;

  /// What becomes of one step.
  final Steps steps;

  private final MemorySegment staged;

  private Bench(ElementType source, Steps steps, int elements) {
    int length = elements + ArrayLoop.SLACK;
    this.steps = steps;
    if (source == ElementType.F32) {
      float[] floats = new float[length];
      this.array = floats;
      this.staged = MemorySegment.ofArray(floats);
      return;
    }
    switch (source.bits()) {
      case Long.SIZE -> {
        long[] longs = new long[length];
        this.array = longs;
        this.staged = MemorySegment.ofArray(longs);
      }
      case Integer.SIZE -> {
        int[] ints = new int[length];
        this.array = ints;
        this.staged = MemorySegment.ofArray(ints);
      }
      case Short.SIZE -> {
        short[] shorts = new short[length];
        this.array = shorts;
        this.staged = MemorySegment.ofArray(shorts);
      }
      default -> {
        byte[] bytes = new byte[length];
        this.array = bytes;
        this.staged = MemorySegment.ofArray(bytes);
      }
    }
  }

  /// A bench.
  ///
  /// @param source what is staged; of types narrower than a byte, one byte an element
  /// @param target what is made
  /// @param elements the most that are staged
  public static Bench of(ElementType source, ElementType target, int elements) {
    return new Bench(source, new Steps(source, target), elements);
  }

  /// A bench beside this one for another part, of which no step is under way at the same time.
  public Bench beside(ElementType source, int elements) {
    return new Bench(source, steps, elements);
  }

  /// The memory where elements are staged, one after the other.
  public MemorySegment staged() {
    return staged;
  }

  /// The arrays of one step.
  static final class Steps {
    /// What the elements stand for.
    final float[] values = new float[STEP + ArrayLoop.SLACK];

    /// The bits of the values.
    final int[] bits;

    /// What is made, in the array that suits its width.
    final byte[] madeBytes;

    final short[] madeShorts;
    final double[] madeDoubles;

    /// What becomes of whole bytes, once it is asked for.
    private int[] madeHalves = new int[0];

    private long[] madeWords = new long[0];

    private Steps(ElementType source, ElementType target) {
      this.bits = new int[StepEncoding.FLOATS.contains(source) ? STEP : 0];
      this.madeBytes = new byte[target.bits() == Byte.SIZE ? STEP + ArrayLoop.SLACK : 0];
      this.madeShorts = new short[target.bits() == Short.SIZE ? STEP + ArrayLoop.SLACK : 0];
      this.madeDoubles = new double[target.bits() == Double.SIZE ? STEP + ArrayLoop.SLACK : 0];
    }

    int[] madeHalves() {
      if (madeHalves.length == 0) {
        madeHalves = new int[STEP];
      }
      return madeHalves;
    }

    long[] madeWords() {
      if (madeWords.length == 0) {
        madeWords = new long[STEP];
      }
      return madeWords;
    }

    /// Fetches the bits of values.
    void toBits(int count) {
      MemorySegment.copy(
          MemorySegment.ofArray(values), 0, MemorySegment.ofArray(bits), 0, bytes(count));
    }

    /// Puts bits back.
    void toValues(int count) {
      MemorySegment.copy(
          MemorySegment.ofArray(bits), 0, MemorySegment.ofArray(values), 0, bytes(count));
    }

    private static long bytes(int count) {
      return (long) count * Float.BYTES;
    }
  }
}
