package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Moves the runs of one part, or of all columns of a row, by one of [VectorLoops] as soon as that
/// is ready, and by plain loops before.
///
/// The last rows of a tile, to which whole vectors would go beyond it, are left to the plain mover:
/// seldom more than one, for the last step may begin within the one before.
final class VectorMover implements Mover {
  /// The bytes that are moved by plain loops before masks and shuffles are made, which takes as
  /// long.
  private static final long WORTH_BYTES = 1 << 20;

  /// The data of a trial: more than a first-level cache holds, for loads and stores across lines
  /// cost nothing there.
  private static final int TRIAL_BYTES = 256 << 10;

  /// Rows of which a few steps have more data are not tried.
  private static final int MOST_TRIAL_BYTES = 8 << 20;

  /// From so many steps of an index on, each is a separate call.
  private static final int MANY_STEPS = 32;

  private final MemoryKinds kinds;
  private final Windows windows;
  private final Loop loop;

  /// For several indices of few steps, see [VectorLoops#JUMPING].
  private final Loop jumpingLoop;

  private final Runs runs;
  private final Step step;
  private final Mover plain;
  private final int beyond;

  /// The bytes before masks and shuffles are made. Threads race to subtract; what gets lost does
  /// not matter.
  private long left;

  private volatile boolean isPrepared;

  /// @param warmsUp whether the plain mover stands in for a while
  /// @param loops by [VectorLoops#JUMPING] or 0
  /// @param runs of the first part
  /// @param begins where the first run of each part goes that is moved at once
  /// @param plain moves the same runs
  VectorMover(
      MemoryKinds kinds,
      boolean warmsUp,
      Windows windows,
      IntFunction<Loop> loops,
      Runs runs,
      long[] begins,
      Mover plain) {
    this.kinds = kinds;
    this.windows = windows;
    this.loop = loops.apply(0);
    this.jumpingLoop = loops.apply(VectorLoops.JUMPING);
    this.runs = runs;
    this.step = new Step(windows, runs, begins);
    this.plain = plain;
    this.beyond = windows.beyond(runs.offset());
    this.left = warmsUp ? WORTH_BYTES : 0;
  }

  @Override
  public void move(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int count) {
    int rowsPerStep = windows.rows;
    int inSteps = rows - beyond;
    boolean jumps = count > 1 && inSteps < MANY_STEPS * rowsPerStep;
    MethodHandle ready = inSteps < rowsPerStep ? null : ready(jumps, rows * count);
    if (ready == null) {
      plain.move(data, from, parts, to, rows, count);
      return;
    }
    long run = runs.run();
    long at = from + runs.offset();
    int last = count - 1;
    if (last > 0 && beyond == 0 && rows % rowsPerStep != 0 && runs.areDense(rows)) {
      // The last step of an index goes on to the next one, which overwrites that.
      steps(ready, jumps, data, at, parts, to, rows / rowsPerStep + 1, last);
      move(data, from + last * runs.stride(), parts, to + last * run * rows, rows, 1);
      return;
    }
    steps(ready, jumps, data, at, parts, to, inSteps / rowsPerStep, count);
    if (inSteps % rowsPerStep != 0) {
      int begin = inSteps - rowsPerStep;
      long place = to + begin * run;
      steps(ready, jumps, data, at + begin * runs.pitch(), parts, place, 1, count);
    }
    if (inSteps < rows) {
      long rest = from + inSteps * runs.pitch();
      plain.move(data, rest, parts, to + inSteps * run, rows - inSteps, count);
    }
  }

  /// Makes so many steps of each index.
  private void steps(
      MethodHandle loop,
      boolean jumps,
      MemorySegment data,
      long from,
      MemorySegment[] parts,
      long to,
      int steps,
      int count) {
    int atOnce = jumps ? count : 1;
    for (int i = 0; i < count; i += atOnce) {
      long at = from + i * runs.stride();
      long place = to + i * runs.partStride();
      call(loop, step, data, at, parts, place, steps, atOnce);
    }
  }

  private void call(
      MethodHandle loop,
      Step by,
      MemorySegment data,
      long from,
      MemorySegment[] parts,
      long to,
      int steps,
      int count) {
    try {
      loop.invokeExact(by, data, from, parts, to, steps, count);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  /// The loop, if it is ready; else these rows are counted, and the plain mover has to move them.
  private @Nullable MethodHandle ready(boolean jumps, int rows) {
    long bytes = rows * runs.run() * step.begins.length;
    if (left > 0) {
      left -= bytes;
      return null;
    }
    Loop wanted = jumps ? jumpingLoop : loop;
    MethodHandle ready = wanted.ifReady();
    if (ready == null) {
      if (windows.stride * Loop.UNCOMPILED_STEPS <= MOST_TRIAL_BYTES) {
        wanted.moved(bytes, this::trial);
      }
    } else if (!isPrepared) {
      windows.prepare();
      isPrepared = true;
    }
    return ready;
  }

  private Loop.Trial trial() {
    windows.prepare();
    int steps = (int) Math.max(Loop.UNCOMPILED_STEPS, TRIAL_BYTES / windows.stride);
    int rows = steps * windows.rows + beyond;
    // Apart from others: where it begins in data and parts, which may be far behind.
    long offset = Math.min(runs.offset(), runs.pitch() - runs.run());
    long distance = runs.distance();
    Runs near = new Runs(runs.part(), runs.pitch(), offset, runs.run(), 0, distance, 0, 0);
    long[] zeros = new long[step.begins.length];
    Step sample = new Step(windows, near, zeros);
    boolean isOne = zeros.length == 1;
    PlainKernels kernels = PlainKernels.INSTANCE;
    Mover nearby = isOne ? kernels.mover(kinds, near) : kernels.anyColumns(kinds, near, zeros);
    MemorySegment data = Samples.allocate(kinds.data(), rows * runs.pitch());
    MemorySegment[] targets = new MemorySegment[runs.part() + zeros.length];
    for (int i = runs.part(); i < targets.length; i++) {
      targets[i] = Samples.allocate(kinds.part(), rows * distance);
    }
    return new Loop.Trial(
        steps,
        (handle, some) -> {
          int count = some > 0 ? 1 : -some;
          call(handle, sample, data, offset, targets, 0, Math.max(0, some), count);
        },
        some -> nearby.move(data, 0, targets, 0, some * windows.rows, 1),
        1,
        Loop.Calls.FEW);
  }
}
