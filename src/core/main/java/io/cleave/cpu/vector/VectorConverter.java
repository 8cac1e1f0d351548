package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Elements;
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
  private final long pitch;
  private final int run;
  private final @Nullable ConvertWindows[] windows;
  private final RunConverter plain;
  private final int width;
  private final int targetWidth;

  /// @param pitch the elements from one row to the next
  /// @param run the elements of a column
  VectorConverter(ConvertKind kind, Loop loop, long pitch, int run, RunConverter plain) {
    this.kind = kind;
    this.loop = loop;
    this.pitch = pitch;
    boolean areColumns = kind.columns() > 1;
    this.run = areColumns ? run : 1;
    this.windows = new ConvertWindows[areColumns ? (int) pitch : 1];
    this.plain = plain;
    this.width = kind.source().bits() / Byte.SIZE;
    this.targetWidth = kind.target().bits() / Byte.SIZE;
  }

  @Override
  public boolean convert(Scratch scratch, Elements elements) {
    boolean areColumns = kind.columns() > 1;
    int count = elements.run() * elements.rows();
    boolean fits =
        areColumns
            ? elements.run() == run && count >= kind.lanes()
            : elements.run() >= kind.lanes();
    MethodHandle ready = fits ? loop.ifReady() : null;
    if (ready == null) {
      if (fits) {
        loop.missed((long) count * width, () -> trial(elements.by()));
      }
      return plain.convert(scratch, elements);
    }
    int offset = areColumns ? (int) (elements.from() % pitch) : 0;
    int each = areColumns ? count : elements.run();
    convert(ready, elements, offset, pitch, each, areColumns ? 1 : elements.rows());
    return true;
  }

  private ConvertWindows windows(int offset) {
    ConvertWindows known = windows[offset];
    if (known == null) {
      known = ConvertWindows.of(kind, run, offset);
      windows[offset] = known;
    }
    return known;
  }

  /// @param offset of the first element in its row, where there are columns
  /// @param step the elements from one of `rows` to the next
  private void convert(
      MethodHandle handle, Elements elements, int offset, long step, int count, int rows) {
    long from = (elements.from() - offset) * width;
    long to = elements.to() * targetWidth;
    try {
      handle.invokeExact(
          elements.by(),
          windows(offset),
          elements.data(),
          from,
          step * width,
          elements.part(),
          to,
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
    Elements one = new Elements(by, data, 0, part, 0, 2 * lanes, 1);
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int each = steps > Loop.FEW_STEPS ? steps : Math.min(steps, 2);
          int rows = each == 0 ? 0 : steps / each;
          convert(handle, one, 0, 2L * lanes * columns, each * lanes, rows);
        },
        steps -> plain.convert(scratch, new Elements(by, data, 0, part, 0, steps * lanes, 1)),
        columns == 1 ? 1 : COLUMNS);
  }

  /// Links the loop in a copy of [ConvertLoops].
  static MethodHandle loop(ConvertKind kind) {
    return Specialized.loop(ConvertLoops.class, MethodHandles.lookup(), kind, "runs");
  }
}
