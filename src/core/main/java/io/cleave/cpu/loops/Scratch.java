package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Scratch arrays of a thread that converts, one of each element width. Those that one conversion
/// uses fit a first-level cache together. All conversions of the process share the pool.
public final class Scratch {
  /// The most elements of a step: 8 KiB of floats.
  public static final int STEP = 2048;

  /// The scratch arrays that no thread uses.
  public static final ScratchPool<Scratch> POOL = new ScratchPool<>(Scratch::new);

  /// Elements of one byte, and space for a word that begins at the last one.
  final byte[] bytes = new byte[STEP + Long.BYTES];

  final short[] shorts = new short[STEP];
  final int[] ints = new int[STEP];
  final float[] floats = new float[STEP];
  final double[] doubles = new double[STEP];

  final long[] longs = new long[STEP];

  /// The array for gathered runs, and the one for results that are spread afterwards.
  private MemorySegment gathered = MemorySegment.ofArray(new byte[0]);

  private MemorySegment made = gathered;

  private Scratch() {}

  /// Arrays of so many bytes each: slices of one array that grows as needed.
  public MemorySegment[] arrays(int count, int bytes) {
    if (gathered.byteSize() < (long) count * bytes) {
      gathered = MemorySegment.ofArray(new byte[count * bytes]);
    }
    MemorySegment[] arrays = new MemorySegment[count];
    for (int i = 0; i < count; i++) {
      arrays[i] = gathered.asSlice((long) i * bytes, bytes);
    }
    return arrays;
  }

  /// An array of at least so many bytes for results.
  public MemorySegment made(int bytes) {
    if (made.byteSize() < bytes) {
      made = MemorySegment.ofArray(new byte[bytes]);
    }
    return made;
  }
}
