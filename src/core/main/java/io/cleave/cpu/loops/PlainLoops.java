package io.cleave.cpu.loops;

import static java.lang.foreign.MemoryLayout.PathElement.sequenceElement;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.plan.Geometry;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The loops over the rows of [PlainKernels], of which there is a hidden copy for each [LoopKind].
final class PlainLoops {
  private static final LoopKind KIND = Specialized.kind(MethodHandles.lookup(), LoopKind.class);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();
  private static final int WORD = KIND.width();
  private static final boolean ARE_WORDS = KIND.variant() == 0;
  private static final boolean HAS_TAIL = KIND.variant() == 1;
  private static final boolean GOES_BEYOND = KIND.variant() < 0;

  /// The width for bulk copies.
  static final int BULK = 0;

  /// The variant for words that are not dense in their part, and for bulk copies.
  static final int SPACED = 2;

  /// The variant of the loops that transpose.
  static final int TRANSPOSED = 3;

  /// The most rows that are transposed at once. A first-level cache holds a line of each.
  static final int TRANSPOSED_ROWS = 256;

  /// The words of a transposed column. The loop is slower with a variable in place of a constant.
  private static final int COLUMN = TRANSPOSED_ROWS * WORD / Long.BYTES;

  // The lower lane of each pair of lanes of a word.
  private static final long INTS = 0x0000_0000_FFFF_FFFFL;
  private static final long SHORTS = 0x0000_FFFF_0000_FFFFL;
  private static final long BYTES = 0x00FF_00FF_00FF_00FFL;

  // Blocks of four longs. C2 checks bounds once for all accesses to one structure. It does so for
  // slices of a constant size, too; but in one JVM of two it does not inline the JDK's method that
  // makes them, and allocates them. In a separate class, since they take 10 ms and most loops do
  // not use them.
  static final class Block {
    static final VarHandle A = handle(0);
    static final VarHandle B = handle(1);
    static final VarHandle C = handle(2);
    static final VarHandle D = handle(3);

    private Block() {}

    /// One handle with an index would take 8 ms of each start: the JDK spins classes for it.
    private static VarHandle handle(int index) {
      return sequenceLayout(4, JAVA_LONG_UNALIGNED)
          .varHandle(sequenceElement(index))
          .withInvokeExactBehavior();
    }
  }

  private PlainLoops() {}

  /// Checks class and owner of memory, see [MemoryKinds#misfit] and [MemoryKinds#isShared].
  private static void check(MemorySegment memory, Class<?> kind) {
    if (memory.getClass() != kind || (!IS_CONFINED && !MemoryKinds.isShared(memory))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  /// Moves a block of each run: a word, a word and a tail that overlaps it, less than a word, or by
  /// a bulk copy. Of blocks of less than a word, each store but the last goes beyond its block.
  /// Words are faster with a constant distance in the part.
  ///
  /// The numbers are in a record: as arguments they would be more than there are registers. Loads
  /// and stores are in no other method. C1 may compile a method that is called without profiling
  /// it; if that runs for long, C2 takes calls in the JDK's methods for rare and does not inline
  /// them, and all such loops of the JVM take nine times as long.
  ///
  /// @param runs the block of each run
  static void runs(
      Runs runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    check(data, DATA);
    check(part, PART);
    long pitch = runs.pitch();
    long distance = ARE_WORDS ? WORD : runs.distance();
    long tail = runs.run() - WORD;
    int whole = GOES_BEYOND ? rows - 1 : rows;
    long at = from + runs.offset();
    long end = to + runs.begin();
    for (int i = 0; i < whole; i++, at += pitch, end += distance) {
      switch (WORD) {
        case BULK -> MemorySegment.copy(data, at, part, end, tail);
        case 1 -> part.set(JAVA_BYTE, end, data.get(JAVA_BYTE, at));
        case 2 -> part.set(JAVA_SHORT_UNALIGNED, end, data.get(JAVA_SHORT_UNALIGNED, at));
        case 4 -> part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
        case 8 -> part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
        case 16 -> {
          part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
          part.set(JAVA_LONG_UNALIGNED, end + 8, data.get(JAVA_LONG_UNALIGNED, at + 8));
        }
        default -> {
          Block.A.set(part, end, (long) Block.A.get(data, at));
          Block.B.set(part, end, (long) Block.B.get(data, at));
          Block.C.set(part, end, (long) Block.C.get(data, at));
          Block.D.set(part, end, (long) Block.D.get(data, at));
        }
      }
      if (HAS_TAIL) {
        long source = at + tail;
        long target = end + tail;
        switch (WORD) {
          case 2 -> part.set(JAVA_SHORT_UNALIGNED, target, data.get(JAVA_SHORT_UNALIGNED, source));
          case 4 -> part.set(JAVA_INT_UNALIGNED, target, data.get(JAVA_INT_UNALIGNED, source));
          case 8 -> part.set(JAVA_LONG_UNALIGNED, target, data.get(JAVA_LONG_UNALIGNED, source));
          case 16 -> {
            part.set(JAVA_LONG_UNALIGNED, target, data.get(JAVA_LONG_UNALIGNED, source));
            part.set(JAVA_LONG_UNALIGNED, target + 8, data.get(JAVA_LONG_UNALIGNED, source + 8));
          }
          default -> {
            Block.A.set(part, target, (long) Block.A.get(data, source));
            Block.B.set(part, target, (long) Block.B.get(data, source));
            Block.C.set(part, target, (long) Block.C.get(data, source));
            Block.D.set(part, target, (long) Block.D.get(data, source));
          }
        }
      }
    }
    if (GOES_BEYOND) {
      MemorySegment.copy(data, at, part, end, WORD + tail);
    }
  }

  /// Copies the runs of some rows in the order of the data, each by a bulk copy.
  ///
  /// @param begins where the first run of each part goes
  /// @param chosen indices in `offsets`, `runs` and `begins`
  /// @param row the loop over rows
  /// @param first the runs that each part has before these
  /// @param shift the bytes that each part has before these runs besides
  static void longRuns(
      long[] offsets,
      long[] runs,
      long[] begins,
      int[] chosen,
      Geometry.Level row,
      MemorySegment data,
      long from,
      MemorySegment[] parts,
      long first,
      long shift,
      int rows) {
    check(data, DATA);
    long at = from;
    long before = first;
    long besides = shift;
    for (int i = 0; i < rows; i++) {
      for (int piece : chosen) {
        long run = runs[piece];
        long to = begins[piece] + before * run + besides;
        MemorySegment part = parts[piece];
        // The copy checks the owner.
        if (part.getClass() != PART) {
          throw MemoryKinds.misfit(DATA, PART);
        }
        MemorySegment.copy(data, at + offsets[piece], part, to, run);
      }
      at += row.stride();
      before += row.runs();
      besides += row.fixed();
    }
  }

  /// Transposes blocks of 8 rows of 8 bytes.
  ///
  /// @param at where the first block begins in the data
  /// @param pitch from one row to the next
  /// @param words gets a word of each block for each of its columns, column by column
  static void transposeBytes(MemorySegment data, long at, long pitch, long[] words, int blocks) {
    check(data, DATA);
    for (int i = 0; i < blocks; i++, at += Long.BYTES * pitch) {
      long a = data.get(JAVA_LONG_UNALIGNED, at);
      long b = data.get(JAVA_LONG_UNALIGNED, at + pitch);
      long c = data.get(JAVA_LONG_UNALIGNED, at + 2 * pitch);
      long d = data.get(JAVA_LONG_UNALIGNED, at + 3 * pitch);
      long e = data.get(JAVA_LONG_UNALIGNED, at + 4 * pitch);
      long f = data.get(JAVA_LONG_UNALIGNED, at + 5 * pitch);
      long g = data.get(JAVA_LONG_UNALIGNED, at + 6 * pitch);
      long h = data.get(JAVA_LONG_UNALIGNED, at + 7 * pitch);
      // Transposes the 2 x 2 quarters of the block, then those of each quarter, then those of each
      // of these: the upper lanes of one row change places with the lower lanes of another.
      long swapped = (a >>> 32 ^ e) & INTS;
      a ^= swapped << 32;
      e ^= swapped;
      swapped = (b >>> 32 ^ f) & INTS;
      b ^= swapped << 32;
      f ^= swapped;
      swapped = (c >>> 32 ^ g) & INTS;
      c ^= swapped << 32;
      g ^= swapped;
      swapped = (d >>> 32 ^ h) & INTS;
      d ^= swapped << 32;
      h ^= swapped;
      swapped = (a >>> 16 ^ c) & SHORTS;
      a ^= swapped << 16;
      c ^= swapped;
      swapped = (b >>> 16 ^ d) & SHORTS;
      b ^= swapped << 16;
      d ^= swapped;
      swapped = (e >>> 16 ^ g) & SHORTS;
      e ^= swapped << 16;
      g ^= swapped;
      swapped = (f >>> 16 ^ h) & SHORTS;
      f ^= swapped << 16;
      h ^= swapped;
      swapped = (a >>> 8 ^ b) & BYTES;
      words[i] = a ^ swapped << 8;
      words[COLUMN + i] = b ^ swapped;
      swapped = (c >>> 8 ^ d) & BYTES;
      words[2 * COLUMN + i] = c ^ swapped << 8;
      words[3 * COLUMN + i] = d ^ swapped;
      swapped = (e >>> 8 ^ f) & BYTES;
      words[4 * COLUMN + i] = e ^ swapped << 8;
      words[5 * COLUMN + i] = f ^ swapped;
      swapped = (g >>> 8 ^ h) & BYTES;
      words[6 * COLUMN + i] = g ^ swapped << 8;
      words[7 * COLUMN + i] = h ^ swapped;
    }
  }

  /// Transposes blocks of 4 rows of 4 shorts, like [#transposeBytes].
  static void transposeShorts(MemorySegment data, long at, long pitch, long[] words, int blocks) {
    check(data, DATA);
    for (int i = 0; i < blocks; i++, at += 4 * pitch) {
      long a = data.get(JAVA_LONG_UNALIGNED, at);
      long b = data.get(JAVA_LONG_UNALIGNED, at + pitch);
      long c = data.get(JAVA_LONG_UNALIGNED, at + 2 * pitch);
      long d = data.get(JAVA_LONG_UNALIGNED, at + 3 * pitch);
      long swapped = (a >>> 32 ^ c) & INTS;
      a ^= swapped << 32;
      c ^= swapped;
      swapped = (b >>> 32 ^ d) & INTS;
      b ^= swapped << 32;
      d ^= swapped;
      swapped = (a >>> 16 ^ b) & SHORTS;
      words[i] = a ^ swapped << 16;
      words[COLUMN + i] = b ^ swapped;
      swapped = (c >>> 16 ^ d) & SHORTS;
      words[2 * COLUMN + i] = c ^ swapped << 16;
      words[3 * COLUMN + i] = d ^ swapped;
    }
  }
}
