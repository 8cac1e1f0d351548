package io.cleave.cpu.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Scratch memory of a thread that converts: an array for each element width, and native memory for
/// gathered runs. The arrays of a step fit a first-level cache together. All conversions of the
/// process share the pool.
public final class Scratch {
  /// The most elements of a step: 8 KiB of floats.
  public static final int STEP = 2048;

  private static final int CACHE_LINE = 64;

  /// The scratch memory that no thread uses.
  public static final ScratchPool<Scratch> POOL = new ScratchPool<>(Scratch::new);

  /// Elements of one byte, and space for a word that begins at the last one.
  final byte[] bytes = new byte[STEP + Long.BYTES];

  final short[] shorts = new short[STEP];
  final int[] ints = new int[STEP];
  final float[] floats = new float[STEP];
  final double[] doubles = new double[STEP];

  final long[] longs = new long[STEP];

  /// Native memory for gathered runs, and for results that are spread afterwards. It is aligned to
  /// a cache line, which arrays are not.
  private MemorySegment gathered = MemorySegment.NULL;

  private MemorySegment made = gathered;

  private Scratch() {}

  /// Slices of one segment, of so many bytes each.
  public MemorySegment[] gathered(int count, int bytes) {
    if (gathered.byteSize() < (long) count * bytes) {
      gathered = allocate((long) count * bytes);
    }
    MemorySegment[] segments = new MemorySegment[count];
    for (int i = 0; i < count; i++) {
      segments[i] = gathered.asSlice((long) i * bytes, bytes);
    }
    return segments;
  }

  /// Memory of at least so many bytes for results.
  public MemorySegment made(int bytes) {
    if (made.byteSize() < bytes) {
      made = allocate(bytes);
    }
    return made;
  }

  private static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, CACHE_LINE);
  }
}
