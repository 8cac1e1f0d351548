package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PartConverter;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import io.cleave.spi.WarmUp;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Converts runs by one of [ConvertLoops]: those of at least a step one by one, shorter ones by
/// steps that make as many as fit a vector.
///
/// Short runs need two kinds of steps. Those from the front load and store whole vectors, so they
/// may reach beyond their rows. Those from the back end exactly with a run, in the data and in the
/// part.
final class VectorConverter implements RunConverter {
  /// The data of a trial: a first-level cache holds it with what is made.
  private static final int TRIAL_BYTES = 12 << 10;

  private final ConvertKind kind;
  private final Loop loop;
  private final Formula formula;
  private final Runs runs;
  private final int run;
  private final @Nullable ConvertWindows front;
  private final @Nullable ConvertWindows back;

  VectorConverter(ConvertKind kind, Loop loop, Runs runs, Formula formula) {
    this.kind = kind;
    this.loop = loop;
    this.formula = formula;
    this.runs = runs;
    this.run = (int) (runs.run() / width(formula.source()));
    boolean isShort = kind.windows() > 0;
    this.front = isShort ? front() : null;
    this.back = isShort ? back() : null;
  }

  private static int width(ElementType type) {
    return type.bits() / Byte.SIZE;
  }

  /// The rows of a step: as many as have all of their elements in it.
  private int rowsPerStep() {
    return kind.lanes() / run;
  }

  private ConvertWindows front() {
    int width = width(kind.source());
    return windows(
        0, i -> (int) (i / width / run * runs.pitch()) + i / width % run * width + i % width);
  }

  /// Counted from the end of the last run.
  private ConvertWindows back() {
    int width = width(kind.source());
    int reach = kind.windows() * kind.bits() / Byte.SIZE;
    return windows(
        -reach,
        i -> {
          int behind = kind.lanes() - 1 - i / width;
          int end = (int) (behind / run * runs.pitch()) + behind % run * width;
          return reach - end - width + i % width;
        });
  }

  private ConvertWindows windows(int start, IntUnaryOperator places) {
    int rows = rowsPerStep();
    return ConvertWindows.of(kind, start, rows * runs.pitch(), rows * run, places);
  }

  @Override
  public boolean convert(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    MethodHandle ready = loop.ifReady();
    if (ready == null) {
      loop.missed(rows * runs.run(), this::isFaster);
      return false;
    }
    return convert(ready, data, from, part, to, rows);
  }

  private boolean convert(
      MethodHandle handle, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (front != null && back != null) {
      return convertShort(handle, front, back, data, from, part, to, rows);
    }
    boolean isOne = runs.pitch() == runs.run();
    int length = isOne ? rows * run : run;
    if (length < kind.lanes()) {
      return false;
    }
    try {
      handle.invokeExact(this, length, data, from, part, to, isOne ? 1 : rows);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
    return true;
  }

  /// Compares with what is done meanwhile.
  private boolean isFaster(MethodHandle handle, BooleanSupplier isCancelled) {
    int rows = (int) Math.max(TRIAL_BYTES / runs.pitch(), 1);
    int elements = rows * run;
    if (!kind.kinds().canBeSampled() || elements < kind.lanes()) {
      return false;
    }
    MemorySegment data = MemoryKinds.sample(kind.kinds().data(), rows * runs.pitch());
    MemorySegment part =
        MemoryKinds.sample(kind.kinds().part(), (long) elements * width(kind.target()));
    Scratch scratch = new Scratch(kind.source(), kind.target(), new int[] {elements});
    Mover mover =
        PlainKernels.BY_KINDS
            .of(new MemoryKinds(data.getClass(), scratch.memory(), kind.kinds().isConfined()))
            .mover(runs);
    PartConverter plain = new PartConverter(formula);
    WarmUp times =
        WarmUp.of(
            () -> {
              mover.move(data, 0, scratch.staged()[0], 0, rows);
              plain.convert(scratch, 0, 0, elements, part, 0);
            },
            () -> convert(handle, data, 0, part, 0, rows),
            1,
            0,
            isCancelled);
    return times.isWithin(1, 0) && !isCancelled.getAsBoolean();
  }

  private boolean convertShort(
      MethodHandle handle,
      ConvertWindows front,
      ConvertWindows back,
      MemorySegment data,
      long from,
      MemorySegment part,
      long to,
      int rows) {
    int lanes = kind.lanes();
    int perStep = front.elements();
    int reach = -back.start();
    int width = width(kind.source());
    int all = rows * run;
    if (all < lanes) {
      return false;
    }
    int steps = (all - lanes) / perStep + 1;
    while (steps > 0 && from + (steps - 1) * front.stride() + reach > data.byteSize()) {
      steps--;
    }
    int left = all - steps * perStep;
    int backSteps = left <= 0 ? 0 : 1 + Math.ceilDiv(Math.max(0, left - lanes), perStep);
    int firstEnd = rows - (backSteps - 1) * rowsPerStep();
    long at = from + (firstEnd - 1) * runs.pitch() + (long) run * width;
    if (backSteps > 0 && (at < reach || firstEnd * run < lanes)) {
      return false;
    }
    int targetWidth = width(kind.target());
    step(handle, front, data, from, part, to, steps);
    step(
        handle,
        back,
        data,
        at,
        part,
        to + (firstEnd * (long) run - lanes) * targetWidth,
        backSteps);
    return true;
  }

  private void step(
      MethodHandle handle,
      ConvertWindows windows,
      MemorySegment data,
      long from,
      MemorySegment part,
      long to,
      int steps) {
    try {
      handle.invokeExact(this, windows, data, from, part, to, steps);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  long pitch() {
    return runs.pitch();
  }

  float zero() {
    return formula.zero();
  }

  float scale() {
    return formula.scale();
  }

  float bias() {
    return formula.bias();
  }

  /// Links the loop in a copy of [ConvertLoops].
  static MethodHandle loop(ConvertKind kind) {
    boolean isShort = kind.windows() > 0;
    return Specialized.method(
        Specialized.copy(ConvertLoops.class, MethodHandles.lookup(), kind),
        isShort ? "windows" : "runs",
        VectorConverter.class,
        isShort ? ConvertWindows.class : int.class,
        MemorySegment.class,
        long.class,
        MemorySegment.class,
        long.class,
        int.class);
  }
}
