package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Arrays of one thread that converts, for the elements of a step in each width; a first-level
/// cache holds those of a conversion together. Shared by all conversions of the process.
public final class Scratch {
  /// The most elements of a step: 8 KiB of floats.
  public static final int STEP = 2048;

  /// The pixels whose channels are converted to floats at once. On one thread, u8 in three to f16
  /// came at .27 ns an element in the cache with 512 of them, at .25 with 1024 and at .21 with
  /// these.
  public static final int PIXELS = 2048;

  /// More pixels, at the end of a row, that are converted with those before: some vectors.
  private static final int LAST_PIXELS = 64;

  private static final int CHANNELS = 4;

  /// The scratch arrays that no thread uses.
  public static final ScratchPool<Scratch> POOL = new ScratchPool<>(Scratch::new);

  /// Elements of a byte, and space for a word that begins with the last one.
  final byte[] bytes = new byte[STEP + Long.BYTES];

  final short[] shorts = new short[STEP];
  final int[] ints = new int[STEP];
  final float[] floats = new float[STEP];
  final double[] doubles = new double[STEP];

  final long[] longs = new long[STEP];

  /// The floats of each channel of some pixels.
  public final float[][] channels = new float[CHANNELS][PIXELS + LAST_PIXELS];

  /// The array where runs are gathered, and the one for results that are to be spread.
  private MemorySegment gathered = MemorySegment.ofArray(new byte[0]);

  private MemorySegment made = gathered;

  private Scratch() {}

  /// Arrays of so many bytes each, parts of one that grows as needed.
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
