package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.LoopKind;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PixelConverter;
import io.cleave.cpu.loops.PlainConverter;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The kernels on the Vector API, which [io.cleave.cpu.Vectors] loads by name. Safe for use by many
/// threads.
public final class VectorKernels implements Kernels {
  /// Bulk copies are as fast for longer runs; see performance.md#constants.
  private static final int LONGEST_RUN = 384;

  /// The bytes of the widest vectors that move runs whole. Wider ones cross more cache lines; see
  /// performance.md#constants.
  private static final int WIDEST_OF_RUNS = 32;

  /// The bytes of the shortest vector.
  private static final int SHORTEST_VECTOR = 16;

  /// The widest vectors that are used.
  private static final int MOST_BITS = 512;

  /// A vector of AVX2; below that byte vectors miss instructions, and C2 calls methods instead.
  private static final int FEWEST_BITS_X86 = 256;

  /// Above it, offsets of windows might not fit an `int`; such rows have no use for windows.
  private static final long LONGEST_ROW = 1 << 20;

  private static final PlainKernels PLAIN = PlainKernels.INSTANCE;

  private final int width;
  private final boolean warmsUp;
  private final ConcurrentHashMap<List<Object>, Loop> loops = new ConcurrentHashMap<>();

  /// @param warmsUp whether plain loops stand in until a loop is compiled
  /// @throws UnsupportedOperationException if the processor's vectors are too short
  public VectorKernels(boolean warmsUp) {
    int bits = Math.min(ByteVector.SPECIES_PREFERRED.vectorBitSize(), MOST_BITS);
    boolean isX86 = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
    int fewest = isX86 ? FEWEST_BITS_X86 : SHORTEST_VECTOR * Byte.SIZE;
    if (bits < fewest) {
      throw new UnsupportedOperationException(
          "vectors have %s bits here, %s are needed".formatted(bits, fewest));
    }
    this.width = bits / Byte.SIZE;
    this.warmsUp = warmsUp;
  }

  @Override
  public String toString() {
    return "vectors of %s bits".formatted(width * Byte.SIZE);
  }

  /// @param width 16, 32 or 64 bytes
  static VectorSpecies<Byte> species(int width) {
    return VectorSpecies.of(byte.class, VectorShape.forBitSize(width * Byte.SIZE));
  }

  /// The species in which vectors are loaded from some class of memory, or stored there.
  ///
  /// C2 makes one instruction of a load of bytes from native memory and from `byte[]`, and calls a
  /// method for other arrays. So such a vector has the array's own elements, and is taken for bytes
  /// afterwards.
  static VectorSpecies<?> species(VectorSpecies<Byte> bytes, Class<?> memory) {
    Class<?> element = Samples.elementType(memory);
    return element == char.class ? bytes.withLanes(short.class) : bytes.withLanes(element);
  }

  @Override
  public Mover mover(MemoryKinds kinds, Runs runs) {
    Mover plain = PLAIN.mover(kinds, runs);
    boolean isTooLong = runs.areRows() || runs.run() > LONGEST_RUN;
    if (isTooLong || !isFor(kinds) || !(isLong(runs) || suitsWindows(runs))) {
      return plain;
    }
    Windows windows = windows(runs);
    IntFunction<Loop> loops = jumping -> loop(kinds, windows, jumping);
    return new VectorMover(kinds, warmsUp, windows, loops, runs, new long[] {runs.begin()}, plain);
  }

  /// Loops cannot be warmed up on mapped files.
  private boolean isFor(MemoryKinds kinds) {
    return !warmsUp || Samples.areThere(kinds);
  }

  /// True if a run fills more than a vector, and more than half of the widest one. Those of just a
  /// vector take 1.1 to 1.3 times as long as blocks in plain Java.
  private boolean isLong(Runs runs) {
    long run = runs.run();
    return run * 2 > width && run > SHORTEST_VECTOR && run != WIDEST_OF_RUNS;
  }

  /// True for runs of up to half a vector of which windows bring enough.
  private boolean suitsWindows(Runs runs) {
    boolean fits = runs.run() * 2 <= width && runs.distance() == runs.run();
    return fits && runs.pitch() <= LONGEST_ROW && isWorthWindows(runs);
  }

  /// True if a window of the widest vector brings enough runs to be faster than plain loops; see
  /// performance.md#constants.
  ///
  /// Plain loops move a word of 1, 2, 4 or 8 bytes by one load and one store, so a window has to
  /// bring three, and a window of 64 bytes five words of 1 or 2 bytes. Two are enough if whole rows
  /// fill the window and a quarter of its bytes is moved. Of other runs two are enough, or one that
  /// takes a quarter of a vector.
  private boolean isWorthWindows(Runs runs) {
    int run = (int) runs.run();
    long inWindow = (width - run) / runs.pitch() + 1;
    if (run > Long.BYTES || Integer.bitCount(run) != 1) {
      return run * 4 >= width || inWindow >= 2;
    }
    boolean areRows = inWindow >= 2 && inWindow * runs.pitch() == width;
    int fewest = run <= Short.BYTES && width * Byte.SIZE == MOST_BITS ? 5 : 3;
    return inWindow >= fewest || (areRows && inWindow * run * 4 >= width);
  }

  /// In vectors no wider than they are filled: what a store writes beyond its runs has to be left
  /// to the plain mover at the end of a tile.
  private Windows windows(Runs runs) {
    int run = (int) runs.run();
    if (isLong(runs)) {
      int widest = Math.min(width, WIDEST_OF_RUNS);
      return Windows.none(species(Math.min(widest, Integer.highestOneBit(run))), runs);
    }
    for (int bytes = width; ; bytes /= 2) {
      Windows windows = Windows.of(species(bytes), (int) runs.pitch(), run);
      if (bytes == SHORTEST_VECTOR || windows.bytes * 2 > bytes) {
        return windows;
      }
    }
  }

  private static int variant(Windows windows) {
    return windows.count + (windows.areInts ? VectorLoops.INTS : 0);
  }

  /// @param jumping [VectorLoops#JUMPING] or 0
  private Loop loop(MemoryKinds kinds, Windows windows, int jumping) {
    int bytes = windows.width;
    if (windows.count > 0) {
      return loop(new LoopKind(kinds, bytes, variant(windows) + jumping), "windows");
    }
    int vectors = Math.ceilDiv(windows.bytes, bytes);
    return loop(new LoopKind(kinds, bytes, vectors + jumping), "runs");
  }

  @Override
  public @Nullable Mover columns(MemoryKinds kinds, Runs runs, long[] begins) {
    int count = begins.length;
    boolean isFew = count >= 2 && count <= Windows.MOST;
    boolean fits = isFew && Long.bitCount(runs.run()) == 1 && runs.pitch() <= width;
    if (!fits || !isFor(kinds)) {
      return PLAIN.columns(kinds, runs, begins);
    }
    Windows windows = Windows.columns(species(width), count, (int) runs.run());
    IntFunction<Loop> loops =
        jumping -> loop(new LoopKind(kinds, width, variant(windows) + jumping), "columns");
    Mover plain = PLAIN.anyColumns(kinds, runs, begins);
    return new VectorMover(kinds, warmsUp, windows, loops, runs, begins, plain);
  }

  /// @param name of a method of [VectorLoops]
  private Loop loop(LoopKind kind, String name) {
    return loop(
        kind.kinds().key(name, kind.width(), kind.variant()),
        () -> Specialized.loop(VectorLoops.class, MethodHandles.lookup(), kind, name));
  }

  private Loop loop(List<Object> key, Supplier<MethodHandle> linker) {
    return loops.computeIfAbsent(
        key,
        _ -> {
          Loop loop = new Loop(key, linker);
          return warmsUp ? loop : loop.withoutWarmUp();
        });
  }

  @Override
  public RunConverter converter(
      MemoryKinds kinds, ElementType source, ElementType target, long row, long run) {
    ConvertKind kind = ConvertKind.of(width * Byte.SIZE, source, target, row, run, kinds);
    return kind == null || !isFor(kinds)
        ? PlainConverter.INSTANCE
        : new VectorConverter(kind, loop(kind.key(), () -> VectorConverter.loop(kind)), (int) run);
  }

  @Override
  public PixelConverter pixels(MemoryKinds kinds, Formula[] formulas, int channels, int used) {
    PixelKind kind = PixelKind.of(width * Byte.SIZE, formulas, channels, used, kinds);
    if (!isFor(kinds)) {
      return PixelConverter.NONE;
    }
    if (kind.takesTwoPasses()) {
      PixelConverter first = pixels(kinds, formulas, channels, used & 0b0011);
      PixelConverter second = pixels(kinds, formulas, channels, used & 0b1100);
      return pixels -> first.convert(pixels) && second.convert(pixels);
    }
    return new VectorPixels(
        kind,
        loop(kind.key(), () -> VectorPixels.loop(kind)),
        loop(kind.ofRows().key(), () -> VectorPixels.loop(kind.ofRows())));
  }
}
