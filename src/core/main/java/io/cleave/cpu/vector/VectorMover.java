package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.spi.WarmUp;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What movers on vectors share: the wait for their loop, and its comparison with the plain one on
/// memory of the same kinds.
abstract class VectorMover implements Loop.Trial {
  /// The bytes that a mover moves by plain loops before it makes masks and shuffles, which takes as
  /// long.
  private static final long WORTH_BYTES = 1 << 20;

  /// More than a first-level cache holds, for loads and stores across lines cost nothing there.
  private static final int MANY_BYTES = 256 << 10;

  /// Longer rows are not compared.
  private static final long MOST_BYTES = 8 << 20;

  /// So many calls of a loop do nothing, and the next one takes some steps. HotSpot's second
  /// compiler begins after 5,000 calls at most.
  private static final int IDLE_CALLS = 500;

  private static final int STEPS = 8;

  /// These steps take a tenth of it once they are compiled, and many times as much before.
  private static final long COMPILED_NANOS = 4_000;

  private static final int SLEEP_MILLIS = 2;
  private static final int MOST_SLEEPS = 1_000;

  private final Loop loop;
  private final MemoryKinds kinds;
  private final int parts;
  private final long pitch;
  private final long run;

  /// Threads race to add; what gets lost does not matter.
  private long missed;

  /// @param parts how many parts are moved at once
  /// @param pitch from one row to the next
  /// @param run the bytes of each part
  VectorMover(Loop loop, MemoryKinds kinds, int parts, long pitch, long run) {
    this.loop = loop;
    this.kinds = kinds;
    this.parts = parts;
    this.pitch = pitch;
    this.run = run;
    this.missed = loop.ifReady() == null ? 0 : WORTH_BYTES;
  }

  /// The loop, if it is ready; else these rows are counted, and the plain loop has to move them.
  final @Nullable MethodHandle loop(int rows) {
    MethodHandle ready = loop.ifReady();
    if (ready != null && missed >= WORTH_BYTES) {
      return ready;
    }
    long bytes = rows * run * parts;
    missed += bytes;
    loop.missed(bytes, this);
    return null;
  }

  /// The rows that a step of the loop moves.
  abstract int rowsPerStep();

  /// The rows behind a step that it may read or write besides.
  abstract int rowsBeyond();

  /// Carries out some steps, from the beginning of the memory on; none is allowed.
  abstract void step(MethodHandle loop, MemorySegment data, MemorySegment[] to, int steps);

  abstract void moveByVectors(MethodHandle loop, MemorySegment data, MemorySegment[] to, int rows);

  abstract void moveByPlain(MemorySegment data, MemorySegment[] to, int rows);

  @Override
  public final boolean isFaster(MethodHandle handle, BooleanSupplier isCancelled) {
    int rows = (int) Math.max(STEPS * rowsPerStep() + rowsBeyond(), MANY_BYTES / pitch);
    if (rows * pitch > MOST_BYTES) {
      return false;
    }
    MemorySegment data = MemoryKinds.sample(kinds.data(), rows * pitch);
    MemorySegment[] targets =
        IntStream.range(0, parts)
            .mapToObj(_ -> MemoryKinds.sample(kinds.part(), rows * run))
            .toArray(MemorySegment[]::new);
    return isCompiled(handle, data, targets, isCancelled)
        && WarmUp.of(
                () -> moveByPlain(data, targets, rows),
                () -> moveByVectors(handle, data, targets, rows),
                1,
                0,
                isCancelled)
            .isWithin(1, 0)
        && !isCancelled.getAsBoolean();
  }

  /// Has C2 compile the loop, with as few steps as it needs to see what the loop is about. Each
  /// step before takes thousands of calls for single lanes, which would occupy C2 for seconds,
  /// while plain loops of other plans wait for it.
  private boolean isCompiled(
      MethodHandle handle,
      MemorySegment data,
      MemorySegment[] targets,
      BooleanSupplier isCancelled) {
    for (int i = 0; i < MOST_SLEEPS && !isCancelled.getAsBoolean(); i++) {
      for (int call = 0; call < IDLE_CALLS; call++) {
        step(handle, data, targets, 0);
      }
      long begin = System.nanoTime();
      step(handle, data, targets, STEPS);
      if (System.nanoTime() - begin < COMPILED_NANOS) {
        return true;
      }
      try {
        Thread.sleep(SLEEP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }
}
