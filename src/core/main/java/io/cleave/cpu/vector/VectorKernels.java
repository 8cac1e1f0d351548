package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ArrayKernels;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.Strip;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The kernels on the Vector API for two kinds of memory.
final class VectorKernels implements Kernels {
  /// Bulk copies carry longer runs as fast.
  private static final int LONGEST_RUN = 512;

  /// The bytes of the shortest vector.
  private static final int SHORTEST_VECTOR = 16;

  /// Above it, offsets of windows might not fit an `int`; such rows have no use for windows.
  private static final long LONGEST_ROW = 1 << 20;

  private final VectorSpecies<Byte> species;
  private final IntFunction<Loops> loops;
  private final Kernels plain;
  private final ArrayKernels arrays;

  /// @param bits of a vector, the most of them
  /// @param plain for what vectors carry no faster, and for last rows
  /// @param loops for vectors of so many bits
  /// @param arrays converts arrays
  VectorKernels(int bits, Kernels plain, IntFunction<Loops> loops, ArrayKernels arrays) {
    this.arrays = arrays;
    this.species = Provider.species(bits);
    this.plain = plain;
    this.loops = loops;
  }

  @Override
  public Mover mover(Strip strip) {
    Mover byPlain = plain.mover(strip);
    if (strip.run() == strip.pitch() || strip.run() >= LONGEST_RUN) {
      return byPlain;
    }
    int width = species.length();
    if (strip.run() * 2 > width && strip.run() >= SHORTEST_VECTOR) {
      return runs(strip, (int) Math.min(width, Long.highestOneBit(strip.run())));
    }
    return suitsWindows(strip, width) ? windows(strip, byPlain) : byPlain;
  }

  /// A window must bring some runs, or one of some length: of 256 KiB, 12 of 12,000 bytes came at
  /// .07 of the copy by plain words and at .03 by windows, 4 of 168 at .09 and .07; 16 of 128 at
  /// .20 by windows and .17 by a vector each, 32 of 96 at .42 and .34.
  private static boolean suitsWindows(Strip strip, int width) {
    long run = strip.run();
    boolean fits = run * 2 <= width && strip.pitch() <= LONGEST_ROW;
    return fits && (run * 4 >= width || isWorthWindows(strip, width));
  }

  /// Where a run is a word, plain loops take but a load and a store for it. Of 256 KiB, 1 of 14 and
  /// of 17 bytes came 1.1 and .76 times as fast by windows, 2 of 12 and of 16 2.6 and .86 times, 4
  /// of 24 and of 32 1.4 and .84 times, 8 of 24 and of 40 2.3 and .88 times, but 8 of 32, where
  /// every window is a cache line, 2.3 times; 3 of 33 to 63 1.0 to 1.4 times, 6 of 48 1.2 times.
  private static boolean isWorthWindows(Strip strip, int width) {
    int run = (int) strip.run();
    long inWindow = (width - run) / strip.pitch() + 1;
    if (Integer.bitCount(run) != 1) {
      return inWindow >= 2;
    }
    boolean areLines = inWindow * strip.pitch() == width && inWindow * run * 4 >= width;
    return areLines || inWindow >= (run <= 2 ? 5 : 3);
  }

  @Override
  public ArrayKernels arrays() {
    return arrays;
  }

  private Mover runs(Strip strip, int width) {
    Loops wide = loops.apply(width * Byte.SIZE);
    boolean isPair = strip.run() > width && strip.run() <= 2L * width;
    return new RunMover(isPair ? wide.pairs() : wide.runs(), strip);
  }

  /// In vectors no wider than they are filled: what a store writes beyond its runs has to be left
  /// to the plain mover at the end of a tile.
  private Mover windows(Strip strip, Mover byPlain) {
    int bits = species.vectorBitSize();
    Windows windows = windows(strip, bits);
    while (bits > SHORTEST_VECTOR * Byte.SIZE && windows.bytes() * 2 * Byte.SIZE <= bits) {
      bits /= 2;
      windows = windows(strip, bits);
    }
    return new WindowMover(loops.apply(bits).windows(windows.count()), strip, windows, byPlain);
  }

  private static Windows windows(Strip strip, int bits) {
    return Windows.of(Provider.species(bits), (int) strip.pitch(), (int) strip.run());
  }

  /// @param width the bytes of a vector
  static boolean takesColumns(int width, int count, int run) {
    boolean isFew = count >= 2 && count <= 4;
    return isFew && Integer.bitCount(run) == 1 && (long) count * run <= width;
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    if (!takesColumns(species.length(), count, run)) {
      return null;
    }
    int row = count * run;
    List<Mover> byPlain =
        IntStream.range(0, count)
            .mapToObj(i -> plain.mover(new Strip(row, (long) i * run, run)))
            .toList();
    Columns columns = new Columns(species, count, run);
    return new ColumnsMover(
        loops.apply(species.vectorBitSize()).columns(count), columns, row, byPlain);
  }
}
