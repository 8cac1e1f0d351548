package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The kernels on the Vector API for two kinds of memory. Safe for use by many threads.
final class VectorKernels implements Kernels {
  /// Bulk copies are as fast for longer runs.
  private static final int LONGEST_RUN = 512;

  /// The bytes of the shortest vector.
  private static final int SHORTEST_VECTOR = 16;

  /// Above it, offsets of windows might not fit an `int`; such rows have no use for windows.
  private static final long LONGEST_ROW = 1 << 20;

  private final int width;
  private final Kernels plain;
  private final MemoryKinds kinds;
  private final boolean warmsUp;

  private final ConcurrentHashMap<String, Loop> loops = new ConcurrentHashMap<>();

  /// @param width the bytes of a vector, the most of them
  /// @param plain for runs that vectors move no faster, and for last rows
  /// @param warmsUp whether plain loops stand in until a loop is compiled
  VectorKernels(int width, Kernels plain, MemoryKinds kinds, boolean warmsUp) {
    this.width = width;
    this.plain = plain;
    this.kinds = kinds;
    this.warmsUp = warmsUp;
  }

  /// @param width 16, 32 or 64 bytes
  private static VectorSpecies<Byte> species(int width) {
    return VectorSpecies.of(byte.class, VectorShape.forBitSize(width * Byte.SIZE));
  }

  @Override
  public Mover mover(Runs runs) {
    Mover byPlain = plain.mover(runs);
    if (runs.run() == runs.pitch() || runs.run() >= LONGEST_RUN) {
      return byPlain;
    }
    return isLong(runs) || suitsWindows(runs)
        ? new WindowMover(kinds, warmsUp, runs, this, byPlain)
        : byPlain;
  }

  /// True if a run fills a vector, and more than half of the widest one.
  private boolean isLong(Runs runs) {
    return runs.run() * 2 > width && runs.run() >= SHORTEST_VECTOR;
  }

  /// A window must bring some runs, or one of some length: of 256 KiB, 12 of 12,000 bytes came at
  /// .07 of the copy by plain words and at .03 by windows, 4 of 168 at .09 and .07; 16 of 128 at
  /// .20 by windows and .17 by a vector each, 32 of 96 at .42 and .34.
  private boolean suitsWindows(Runs runs) {
    long run = runs.run();
    boolean fits = run * 2 <= width && runs.pitch() <= LONGEST_ROW;
    return fits && (run * 4 >= width || isWorthWindows(runs));
  }

  /// Where a run is a word, plain loops take but a load and a store for it. Of 256 KiB, 1 of 14 and
  /// of 17 bytes came 1.1 and .76 times as fast by windows, 2 of 12 and of 16 2.6 and .86 times, 4
  /// of 24 and of 32 1.4 and .84 times, 8 of 24 and of 40 2.3 and .88 times, but 8 of 32, where
  /// every window is a cache line, 2.3 times; 3 of 33 to 63 1.0 to 1.4 times, 6 of 48 1.2 times.
  private boolean isWorthWindows(Runs runs) {
    int run = (int) runs.run();
    long inWindow = (width - run) / runs.pitch() + 1;
    if (Integer.bitCount(run) != 1) {
      return inWindow >= 2;
    }
    boolean areLines = inWindow * runs.pitch() == width && inWindow * run * 4 >= width;
    return areLines || inWindow >= (run <= 2 ? 5 : 3);
  }

  /// In vectors no wider than they are filled: what a store writes beyond its runs has to be left
  /// to the plain mover at the end of a tile.
  Windows windows(Runs runs) {
    int run = (int) runs.run();
    if (isLong(runs)) {
      return Windows.none(species(Math.min(width, Integer.highestOneBit(run))), runs.pitch(), run);
    }
    int bytes = width;
    Windows windows = Windows.of(species(bytes), (int) runs.pitch(), run);
    while (bytes > SHORTEST_VECTOR && windows.bytes() * 2 <= bytes) {
      bytes /= 2;
      windows = Windows.of(species(bytes), (int) runs.pitch(), run);
    }
    return windows;
  }

  Loop loop(Windows windows) {
    int bytes = windows.width();
    boolean isPair = windows.bytes() > bytes && windows.bytes() <= 2 * bytes;
    String name = windows.count() > 0 ? "windows" : isPair ? "pairs" : "runs";
    return loop(bytes, windows.count(), name, Windows.class, MemorySegment.class);
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    boolean isFew = count >= 2 && count <= 4;
    if (!isFew || Integer.bitCount(run) != 1 || (long) count * run > width) {
      return plain.columns(count, run);
    }
    int row = count * run;
    List<Mover> byPart =
        IntStream.range(0, count)
            .mapToObj(i -> plain.mover(new Runs(row, (long) i * run, run)))
            .toList();
    Columns columns = new Columns(species(width), count, run);
    Loop loop = loop(width, 0, "columns" + count, Columns.class, MemorySegment[].class);
    return new ColumnsMover(loop, kinds, warmsUp, columns, run, plain.columns(count, run), byPart);
  }

  /// @param windows how many a step loads
  /// @param name of a method of [VectorLoops]
  /// @param geometry the type of its first parameter
  /// @param parts the type of its fourth
  private Loop loop(int bytes, int windows, String name, Class<?> geometry, Class<?> parts) {
    VectorKind kind = new VectorKind(species(bytes), kinds, windows);
    return loop(
        "%s for %s".formatted(name, kind),
        () ->
            Specialized.method(
                Specialized.copy(VectorLoops.class, MethodHandles.lookup(), kind),
                name,
                geometry,
                MemorySegment.class,
                long.class,
                parts,
                long.class,
                int.class));
  }

  private Loop loop(String name, Supplier<MethodHandle> linker) {
    return loops.computeIfAbsent(
        name,
        _ -> {
          Loop loop = new Loop(name, linker);
          return warmsUp ? loop : loop.withoutWarmUp();
        });
  }

  @Override
  public RunConverter converter(ElementType source, ElementType target, long row, long run) {
    RunConverter byPlain = plain.converter(source, target, row, run);
    ConvertKind kind = ConvertKind.of(width * Byte.SIZE, source, target, row, run, kinds);
    return kind == null
        ? byPlain
        : new VectorConverter(
            kind, loop(kind.toString(), () -> VectorConverter.loop(kind)), row, (int) run, byPlain);
  }
}
