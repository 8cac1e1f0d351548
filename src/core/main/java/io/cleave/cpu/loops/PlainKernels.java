package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The kernels in plain Java: one of [PlainLoops] for each class of runs.
///
/// A run of up to 8 bytes is one load and one store; where it is not a word, the store goes beyond
/// it, the next run overwrites that, and the last one is moved byte by byte. To pack several into
/// one word first takes twice as long, for each load has its own check of bounds. Longer runs are a
/// head and a tail of the same constant size that overlap.
public final class PlainKernels implements Kernels {
  public static final ByKinds<Kernels> BY_KINDS = new ByKinds<>(PlainKernels::new);

  private static final ByKinds<MethodHandle> LONG_RUNS =
      new ByKinds<>(
          kinds ->
              Specialized.method(
                  copy(kinds, 0),
                  "longRuns",
                  MemorySegment.class,
                  MemorySegment[].class,
                  long[].class,
                  long[].class,
                  int[].class,
                  long.class,
                  long.class,
                  int.class));

  /// The most that one loop moves of a run.
  private static final int BLOCK = 64;

  private final MemoryKinds kinds;

  /// Copies of [PlainLoops], by words.
  private final ConcurrentHashMap<Integer, MethodHandles.Lookup> copies = new ConcurrentHashMap<>();

  private PlainKernels(MemoryKinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public Mover mover(Runs runs) {
    long run = runs.run();
    if (run == runs.pitch()) {
      return (data, from, part, to, rows) -> MemorySegment.copy(data, from, part, to, run * rows);
    }
    return run <= BLOCK ? block(runs, 0, (int) run) : blocks(runs, (int) run);
  }

  @Override
  public @Nullable RowsMover columns(int count, int run) {
    return Channels.of(count, run);
  }

  /// A bulk copy for each long run: takes the data, the targets, the offsets and runs of all parts,
  /// the indices of those to copy, the length of a row, the first row and the number of rows.
  ///
  /// In a JVM that had met five kinds of memory, runs of 140, 256 and 1000 bytes came at .58, .65
  /// and .89 of a plain copy where C2 knows the classes of both segments, and at .19, .30 and .71
  /// where it does not.
  public static MethodHandle longRuns(MemoryKinds kinds) {
    return LONG_RUNS.of(kinds);
  }

  private Mover blocks(Runs runs, int run) {
    Mover[] blocks = new Mover[Math.ceilDiv(run, BLOCK)];
    Arrays.setAll(blocks, i -> block(runs, Math.min(i * BLOCK, run - BLOCK), BLOCK));
    return (data, from, part, to, rows) -> {
      for (Mover block : blocks) {
        block.move(data, from, part, to, rows);
      }
    };
  }

  /// Moves some bytes of each run.
  private Mover block(Runs runs, int skipped, int bytes) {
    int half = Integer.highestOneBit(bytes - 1);
    int word = bytes <= 8 ? Math.max(1, 2 * half) : half;
    String name = bytes == word ? "words" : bytes < word ? "beyond" : "pairs";
    MethodHandle loop =
        Specialized.method(
            copies.computeIfAbsent(word, _ -> copy(kinds, word)),
            name,
            PlainMover.class,
            MemorySegment.class,
            long.class,
            MemorySegment.class,
            long.class,
            int.class);
    return new PlainMover(
        loop, runs.pitch(), runs.offset() + skipped, skipped, (int) runs.run(), bytes, word);
  }

  private static MethodHandles.Lookup copy(MemoryKinds kinds, int word) {
    return Specialized.copy(
        PlainLoops.class, MethodHandles.lookup(), new PlainLoops.Kind(kinds, word));
  }
}
