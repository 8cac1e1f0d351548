package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ElementRuns;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// Converts by [ConvertLoops], as soon as the loop is compiled and faster, and by the plain loops
/// before: runs of at least a vector, or the runs of columns, several of which fill one.
final class VectorConverter implements RunConverter {
  /// The elements of a trial: a first-level cache holds them with the result.
  private static final int TRIAL = 2048;

  /// How many times as long as the plain conversion of consecutive elements that of columns may
  /// take.
  private static final int COLUMNS = 4;

  private final ConvertKind kind;
  private final Loop loop;
  private final int run;
  private final @Nullable ConvertWindows[] windows;
  private final RunConverter plain;
  private final int width;
  private final int targetWidth;

  /// @param row the elements of a row
  /// @param run the elements of a column
  VectorConverter(ConvertKind kind, Loop loop, int row, int run, RunConverter plain) {
    this.kind = kind;
    this.loop = loop;
    this.run = takesColumns() ? run : 1;
    this.windows = new ConvertWindows[takesColumns() ? row : 1];
    this.plain = plain;
    this.width = kind.source().bits() / Byte.SIZE;
    this.targetWidth = kind.target().bits() / Byte.SIZE;
  }

  @Override
  public boolean takesColumns() {
    return kind.columns() > 1;
  }

  @Override
  public boolean convert(Scratch scratch, ElementRuns elements) {
    boolean fits = elements.run() >= kind.lanes() && takesColumns() == (elements.column() >= 0);
    MethodHandle ready = fits ? loop.ifReady() : null;
    if (ready == null) {
      if (fits) {
        loop.missed((long) elements.run() * elements.rows() * width, () -> trial(elements.by()));
      }
      return elements.column() < 0 && plain.convert(scratch, elements);
    }
    convert(ready, elements, elements.pitch() / Byte.SIZE, elements.run(), elements.rows());
    return true;
  }

  private ConvertWindows windows(int column) {
    ConvertWindows known = windows[column];
    if (known == null) {
      known = ConvertWindows.of(kind, run, column);
      windows[column] = known;
    }
    return known;
  }

  /// @param pitch the bytes from one run to the next
  private void convert(MethodHandle handle, ElementRuns elements, long pitch, int count, int rows) {
    int column = Math.max(0, elements.column());
    long from = elements.from() / Byte.SIZE - (long) column * width;
    try {
      handle.invokeExact(
          elements.by(),
          windows(column),
          elements.data(),
          from,
          pitch,
          elements.part(),
          elements.to() * targetWidth,
          elements.distance() * targetWidth,
          count,
          rows);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  /// A few steps take both ways to convert a vector, in rows of two. Plain loops leave it to movers
  /// to select columns.
  private Loop.Trial trial(Formula by) {
    int lanes = kind.lanes();
    int columns = Math.max(1, kind.columns());
    MemorySegment data = MemoryKinds.sample(kind.kinds().data(), (long) TRIAL * width * columns);
    MemorySegment part = MemoryKinds.sample(kind.kinds().part(), (long) TRIAL * targetWidth);
    Scratch scratch = Scratch.POOL.take();
    long pitch = 2L * lanes * columns * width;
    ElementRuns two = new ElementRuns(by, data, 0, 0, part, 0, 2L * lanes, 0, 0, -1);
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int each = steps > Loop.FEW_STEPS ? steps : Math.min(steps, 2);
          int rows = each == 0 ? 0 : steps / each;
          convert(handle, two, pitch, each * lanes, rows);
        },
        steps ->
            plain.convert(
                scratch, new ElementRuns(by, data, 0, 0, part, 0, 0, steps * lanes, 1, -1)),
        columns == 1 ? 1 : COLUMNS);
  }

  /// Links the loop in a copy of [ConvertLoops].
  static MethodHandle loop(ConvertKind kind) {
    return Specialized.loop(ConvertLoops.class, MethodHandles.lookup(), kind, "runs");
  }
}
