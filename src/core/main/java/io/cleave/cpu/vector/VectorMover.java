package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.spi.WarmUp;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Base of the movers on vectors: waits for their loop, and compares it with the plain one on
/// memory of the same kinds.
abstract class VectorMover implements Loop.Trial {
  /// The bytes that a mover moves by plain loops before it settles windows, masks and shuffles,
  /// which takes as long.
  private static final long WORTH_BYTES = 1 << 20;

  /// More than a first-level cache holds, for loads and stores across lines cost nothing there.
  private static final int MANY_BYTES = 256 << 10;

  /// Longer rows are not compared.
  private static final long MOST_BYTES = 8 << 20;

  /// Little enough for an interpreter: it is run again and again until C2 has compiled it. With
  /// fewer steps than that a call, C2 makes slower code or none.
  private static final int FEW_BYTES = 4 << 10;

  private static final int FEWEST_ROWS = 16;

  private final MemoryKinds kinds;
  private final int parts;
  private final long pitch;
  private final long run;

  /// The bytes before the first look for a loop. Threads race to subtract; what gets lost does not
  /// matter.
  private long left;

  private volatile @Nullable Loop loop;
  private volatile boolean isPrepared;

  /// @param warmsUp whether the plain loop stands in for a while
  /// @param parts how many parts are moved at once
  /// @param pitch from one row to the next
  /// @param run the bytes of each part
  VectorMover(MemoryKinds kinds, boolean warmsUp, int parts, long pitch, long run) {
    this.kinds = kinds;
    this.parts = parts;
    this.pitch = pitch;
    this.run = run;
    this.left = warmsUp ? WORTH_BYTES : 0;
  }

  /// The loop, if it is ready; else these rows are counted, and the plain loop has to move them.
  final @Nullable MethodHandle loop(int rows) {
    long bytes = rows * run * parts;
    if (left > 0) {
      left -= bytes;
      return null;
    }
    Loop known = loop;
    if (known == null) {
      known = findLoopOnce();
    }
    MethodHandle ready = known.ifReady();
    if (ready == null) {
      known.missed(bytes, this);
      return null;
    }
    prepareOnce();
    return ready;
  }

  /// Finds the loop once: of two threads, the later must not replace what the earlier has prepared.
  private synchronized Loop findLoopOnce() {
    Loop known = loop;
    if (known == null) {
      known = findLoop();
      loop = known;
    }
    return known;
  }

  /// Settles how runs are moved.
  abstract Loop findLoop();

  private void prepareOnce() {
    if (!isPrepared) {
      synchronized (this) {
        if (!isPrepared) {
          prepare();
          isPrepared = true;
        }
      }
    }
  }

  /// Makes masks and shuffles.
  abstract void prepare();

  abstract void moveByVectors(MethodHandle loop, MemorySegment data, MemorySegment[] to, int rows);

  abstract void moveByPlain(MemorySegment data, MemorySegment[] to, int rows);

  @Override
  public final boolean isFaster(MethodHandle handle, BooleanSupplier isCancelled) {
    int many = (int) Math.max(FEWEST_ROWS, MANY_BYTES / pitch);
    if (many * pitch > MOST_BYTES) {
      return false;
    }
    MemorySegment data = MemoryKinds.sample(kinds.data(), many * pitch);
    MemorySegment[] targets =
        IntStream.range(0, parts)
            .mapToObj(_ -> MemoryKinds.sample(kinds.part(), many * run))
            .toArray(MemorySegment[]::new);
    prepareOnce();
    int few = (int) Math.max(FEWEST_ROWS, FEW_BYTES / pitch);
    return isFaster(handle, data, targets, few, isCancelled)
        && isFaster(handle, data, targets, many, isCancelled)
        && !isCancelled.getAsBoolean();
  }

  private boolean isFaster(
      MethodHandle handle,
      MemorySegment data,
      MemorySegment[] targets,
      int rows,
      BooleanSupplier isCancelled) {
    return WarmUp.of(
            () -> moveByPlain(data, targets, rows),
            () -> moveByVectors(handle, data, targets, rows),
            1,
            0,
            isCancelled)
        .isWithin(1, 0);
  }
}
