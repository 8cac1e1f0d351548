package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The kernels in plain Java, made of the loops of [PlainLoops].
///
/// A run of up to 8 bytes is one load and one store. If it is not a word, the store goes beyond it,
/// the next run overwrites that, and the last run is moved byte by byte. Packing several runs into
/// one word first takes twice as long, since each load has its own bounds check. Runs of 16 and 32
/// bytes are blocks. Others of up to 64 bytes are a head and a tail of the same constant size that
/// overlap. Longer ones are bulk copies.
public final class PlainKernels implements Kernels {
  public static final PlainKernels INSTANCE = new PlainKernels();

  /// The most bytes of a run that is moved by words. Bulk copies are faster than several blocks,
  /// and slower than one; see performance.md#constants.
  private static final int BLOCK = 64;

  /// The fewest bytes of a column for which staging pays.
  private static final int WORTH_STAGING = 64;

  private final ConcurrentHashMap<List<Object>, MethodHandle> loops = new ConcurrentHashMap<>();

  private PlainKernels() {}

  @Override
  public Mover mover(MemoryKinds kinds, Runs runs) {
    if (runs.areRows()) {
      return (data, from, parts, to, rows, count) -> {
        for (int i = 0; i < count; i++) {
          long at = from + runs.offset() + i * runs.stride();
          long place = to + runs.begin() + i * runs.partStride();
          MemorySegment.copy(data, at, parts[runs.part()], place, runs.run() * rows);
        }
      };
    }
    return runs.run() > BLOCK
        ? byLoop(loop(new LoopKind(kinds, PlainLoops.BULK, PlainLoops.SPACED), "runs"), runs)
        : words(kinds, runs);
  }

  private static Mover inTurn(Mover[] movers) {
    return (data, from, parts, to, rows, count) -> {
      for (Mover mover : movers) {
        mover.move(data, from, parts, to, rows, count);
      }
    };
  }

  /// @param name of a method of [PlainLoops]
  private MethodHandle loop(LoopKind kind, String name) {
    return loops.computeIfAbsent(
        kind.kinds().key(kind.width(), kind.variant()),
        _ -> Specialized.loop(PlainLoops.class, MethodHandles.lookup(), kind, name));
  }

  private Mover words(MemoryKinds kinds, Runs runs) {
    int bytes = (int) runs.run();
    int half = Integer.highestOneBit(bytes - 1);
    boolean isWord =
        (Integer.bitCount(bytes) == 1 && bytes < BLOCK) || (bytes <= 8 && runs.areDense());
    int word = isWord ? Math.max(1, 2 * half) : half;
    // If runs are not dense in their part, the bytes beyond a run belong to others.
    int variant =
        bytes == word && !runs.areDense() ? PlainLoops.SPACED : Integer.compare(bytes, word);
    return byLoop(loop(new LoopKind(kinds, word, variant), "runs"), runs);
  }

  private static Mover byLoop(MethodHandle loop, Runs runs) {
    int part = runs.part();
    return (data, from, parts, to, rows, count) -> {
      try {
        for (int i = 0; i < count; i++) {
          long at = from + i * runs.stride();
          loop.invokeExact(runs, data, at, parts[part], to + i * runs.partStride(), rows);
        }
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    };
  }

  @Override
  public @Nullable Mover columns(MemoryKinds kinds, Runs runs, long[] begins) {
    boolean isFaster = Channels.of(runs, begins) != null || Transposer.suits(runs, begins.length);
    return isFaster ? anyColumns(kinds, runs, begins) : null;
  }

  /// A mover for columns of any width: one after the other, or all where that is faster.
  ///
  /// @param runs those of the first column
  public Mover anyColumns(MemoryKinds kinds, Runs runs, long[] begins) {
    Mover apart =
        inTurn(
            IntStream.range(0, begins.length)
                .mapToObj(i -> mover(kinds, runs.column(i, begins[i])))
                .toArray(Mover[]::new));
    Channels channels = Channels.of(runs, begins);
    Mover atOnce = channels != null ? channels : transposer(kinds, runs, begins, apart);
    return (data, from, parts, to, rows, count) -> {
      Mover by = rows * runs.run() < WORTH_STAGING ? apart : atOnce;
      by.move(data, from, parts, to, rows, count);
    };
  }

  private Mover transposer(MemoryKinds kinds, Runs runs, long[] begins, Mover apart) {
    if (!Transposer.suits(runs, begins.length)) {
      return apart;
    }
    int width = (int) runs.run();
    String name = width == 1 ? "transposeBytes" : "transposeShorts";
    MethodHandle loop = loop(new LoopKind(kinds, width, PlainLoops.TRANSPOSED), name);
    return new Transposer(runs, begins, loop, apart);
  }

  /// Makes bulk copies of runs in the order of the data.
  ///
  /// In a JVM that has used many kinds of memory, they are up to three times as slow if C2 does not
  /// know the classes of both segments.
  ///
  /// @return takes [PlainLoops#longRuns]'s arguments
  public MethodHandle longRuns(MemoryKinds kinds) {
    return loop(new LoopKind(kinds, 0, 1), "longRuns");
  }
}
