package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ElementRuns;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.PlainConverter;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Converts by [ConvertLoops], as soon as the loop is compiled and faster, and by the plain loops
/// before: runs of at least a vector, or the runs of columns, several of which fill one.
final class VectorConverter implements RunConverter {
  /// The elements of a trial: a first-level cache holds them with the result.
  private static final int TRIAL = 2048;

  /// How many times as long as the plain conversion of consecutive elements that of columns may
  /// take.
  private static final int COLUMNS = 4;

  private static final RunConverter PLAIN = PlainConverter.INSTANCE;

  private final ConvertKind kind;
  private final Loop loop;
  private final int run;

  /// Selects the elements of each column from the rows of a step.
  private final List<VectorShuffle<Byte>> orders;

  private final int width;
  private final int targetWidth;

  /// @param run the elements of a column
  VectorConverter(ConvertKind kind, Loop loop, int run) {
    this.kind = kind;
    this.loop = loop;
    this.run = run;
    this.orders =
        takesColumns()
            ? IntStream.range(0, kind.columns()).mapToObj(this::order).toList()
            : List.of();
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
        loop.moved((long) elements.run() * elements.rows() * width, () -> trial(elements.by()));
      }
      return elements.column() < 0 && PLAIN.convert(scratch, elements);
    }
    convert(ready, elements, elements.pitch() / Byte.SIZE, elements.run(), elements.rows());
    return true;
  }

  /// Lanes beyond those of a step are not used.
  private VectorShuffle<Byte> order(int column) {
    int width = kind.source().bits() / Byte.SIZE;
    VectorSpecies<Byte> species = kind.loaded();
    return VectorShuffle.fromOp(
        species,
        i -> {
          int element = i / width;
          int row = element / run * kind.columns();
          int inRows = (row + column) * run + element % run;
          return (inRows * width + i % width) % species.length();
        });
  }

  /// @param pitch the bytes from one run to the next
  private void convert(MethodHandle handle, ElementRuns elements, long pitch, int count, int rows) {
    int column = Math.max(0, elements.column());
    long from = elements.from() / Byte.SIZE - (long) column * width;
    @Nullable VectorShuffle<Byte> order = orders.isEmpty() ? null : orders.get(column / run);
    try {
      handle.invokeExact(
          elements.by(),
          order,
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

  /// A few steps are made in each of two rows, so that C2 knows that there are several. Plain loops
  /// leave it to movers to select columns.
  private Loop.Trial trial(Formula by) {
    int lanes = kind.lanes();
    int columns = kind.columns();
    MemorySegment data = Samples.allocate(kind.kinds().data(), (long) TRIAL * width * columns);
    MemorySegment part = Samples.allocate(kind.kinds().part(), (long) TRIAL * targetWidth);
    Scratch scratch = Scratch.POOL.take();
    ElementRuns any = new ElementRuns(by, data, 0, 0, part, 0, 0, 0, 0, -1);
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int run = steps > 0 ? steps * lanes : -steps;
          int rows = steps > Loop.UNCOMPILED_STEPS ? 1 : 2;
          convert(handle, any, 0, run, steps > 0 ? rows : 0);
        },
        steps ->
            PLAIN.convert(
                scratch, new ElementRuns(by, data, 0, 0, part, 0, 0, steps * lanes, 1, -1)),
        columns == 1 ? 1 : COLUMNS,
        Loop.Calls.FEW);
  }

  /// Links the loop in a copy of [ConvertLoops].
  static MethodHandle loop(ConvertKind kind) {
    return Specialized.loop(ConvertLoops.class, MethodHandles.lookup(), kind, "runs");
  }
}
