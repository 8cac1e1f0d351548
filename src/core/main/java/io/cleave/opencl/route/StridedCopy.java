package io.cleave.opencl.route;

import io.cleave.opencl.route.Placement.OutputMemory;
import io.cleave.plan.Geometry;
import io.cleave.plan.Geometry.Level;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Strided copy on a device: the loops of a plan's [Geometry], placed in buffers. It has all pieces
/// of a plan, or a group of pieces that one launch writes.
///
/// Rows, pieces and their beginnings in the data count units of bytes, or of bits where a part
/// begins or ends within a byte. Ends and outputs count bytes.
///
/// @param info the capabilities of the device that splits
/// @param plan the plan
/// @param memory the buffers or addresses of the parts
/// @param unit the bits of a unit: 1 or 8
/// @param levels the outer loops
/// @param rows the number of rows of each index of the levels
/// @param pitch the distance of rows
/// @param dataAt where the first row begins in its buffer
/// @param dataEnd the first byte of the buffer behind the data
/// @param pieces those to move, in the order of the data
/// @param outputs the parts whose buffers a launch takes as arguments, in order; empty if it takes
///   the list of addresses
record StridedCopy(
    DeviceInfo info,
    SplitPlan plan,
    OutputMemory memory,
    int unit,
    List<Level> levels,
    long rows,
    long pitch,
    long dataAt,
    long dataEnd,
    List<Piece> pieces,
    List<Integer> outputs) {
  /// The fewest buffers that a launch takes, unless it takes one.
  private static final long FEWEST_OUTPUTS = 8;

  /// Bytes of an output in one stretch, of which the lines at both ends are a small share.
  private static final long LONG_STRETCH = 4096;

  /// The copy in bytes if everything begins and ends on bytes, else in bits.
  static StridedCopy of(SplitPlan plan, Placement placement, DeviceInfo info) {
    Geometry loops = plan.geometry();
    int unit = loops.unit() == Unit.BIT ? 1 : Byte.SIZE;
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < loops.pieces(); i++) {
      int output = loops.output(i);
      long to = placement.at(output) + loops.written(loops.begin(i));
      long run = loops.run(i);
      pieces.add(new Piece(loops.slice(i), output, loops.offset(i), to, run, run));
    }
    return new StridedCopy(
        info,
        plan,
        placement.memory(),
        unit,
        loops.levels(),
        loops.rows(),
        loops.row(),
        placement.dataAt() * (Byte.SIZE / unit) + loops.start(),
        placement.dataAt() + plan.data().bytes(),
        pieces,
        List.of());
  }

  /// This copy, counted in bits.
  StridedCopy inBits() {
    if (countsBits()) {
      return this;
    }
    List<Piece> inBits = pieces.stream().map(piece -> piece.times(Byte.SIZE)).toList();
    List<Level> outer = levels.stream().map(level -> level.times(Byte.SIZE)).toList();
    long bits = pitch * Byte.SIZE;
    return new StridedCopy(
        info, plan, memory, 1, outer, rows, bits, dataAt * Byte.SIZE, dataEnd, inBits, outputs);
  }

  /// A group for each piece. A piece that is all of every row is a single row.
  List<StridedCopy> each() {
    return pieces.stream().map(this::only).toList();
  }

  private StridedCopy only(Piece piece) {
    StridedCopy alone = with(List.of(piece.to(0)), List.of(piece.output()));
    return piece.width() == pitch ? alone.inOneRow() : alone;
  }

  private StridedCopy inOneRow() {
    Piece piece = pieces.getFirst();
    long length = pitch * rows;
    Piece row = new Piece(piece.slice(), piece.output(), piece.from(), piece.to(), length, length);
    List<Level> outer =
        levels.stream()
            .map(one -> new Level(one.count(), one.stride(), one.runs() / rows, one.fixed()))
            .toList();
    return new StridedCopy(
        info, plan, memory, unit, outer, 1, length, dataAt, dataEnd, List.of(row), outputs);
  }

  private StridedCopy with(List<Piece> some, List<Integer> buffers) {
    return new StridedCopy(
        info, plan, memory, unit, levels, rows, pitch, dataAt, dataEnd, some, buffers);
  }

  /// Some of these pieces, written through the same arguments.
  StridedCopy range(int first, int behind) {
    return with(pieces.subList(first, behind), outputs);
  }

  /// Groups of pieces, each written by one launch, as few as possible: one, unless parts are in
  /// separate buffers.
  ///
  /// One buffer, packed or that of a single part, is one argument, and so is a list of addresses.
  /// Several buffers are as many arguments as `common.cl` offers; those left over repeat the last
  /// buffer.
  List<StridedCopy> groups() {
    int count = pieces.size();
    boolean single = count == 1 || plan.isStacked() || memory == OutputMemory.PACKED;
    if (!single && memory == OutputMemory.ADDRESSED) {
      return List.of(this);
    }
    int most = info.maxOutputs();
    int buffers = single ? 1 : (int) Math.clamp(powerAtLeast(count), FEWEST_OUTPUTS, most);
    int size = single ? count : buffers;
    return IntStream.iterate(0, first -> first < count, first -> first + size)
        .mapToObj(first -> group(pieces.subList(first, Math.min(count, first + size)), buffers))
        .toList();
  }

  private StridedCopy group(List<Piece> some, int buffers) {
    List<Piece> numbered = new ArrayList<>();
    for (Piece piece : some) {
      numbered.add(piece.to(buffers == 1 ? 0 : numbered.size()));
    }
    List<Integer> parts =
        IntStream.range(0, buffers)
            .mapToObj(n -> some.get(Math.min(n, some.size() - 1)).output())
            .toList();
    return with(numbered, parts);
  }

  boolean countsBits() {
    return unit == 1;
  }

  /// The indices of all levels.
  long indices() {
    return levels.stream().mapToLong(Level::count).reduce(1, (a, b) -> a * b);
  }

  /// The rows of all indices of the levels.
  long allRows() {
    return indices() * rows;
  }

  /// All lengths and beginnings in the data, joined with `|`: a power of two that divides it
  /// divides each of them.
  long grain() {
    LongStream strides = levels.stream().mapToLong(Level::stride);
    LongStream lengths = pieces.stream().mapToLong(piece -> piece.from() | piece.run());
    return dataAt | pitch | joined(strides) | joined(lengths);
  }

  /// The bytes of outputs where pieces begin, joined with `|`.
  long outputGrain() {
    return joined(levels.stream().mapToLong(level -> partBytes(level.fixed())))
        | joined(pieces.stream().mapToLong(Piece::to));
  }

  private static long joined(LongStream lengths) {
    return lengths.reduce(0, (all, one) -> all | one);
  }

  /// True if what is written for one index of the levels is long, or begins on a line wherever that
  /// of the first one does.
  boolean fillsLines() {
    return levels.isEmpty() || pieces.stream().allMatch(this::fillsLines);
  }

  private boolean fillsLines(Piece piece) {
    return partBytes(rows * piece.run()) >= LONG_STRETCH
        || levels.stream()
            .mapToLong(level -> partBytes(level.partStride(piece.run())))
            .allMatch(stride -> stride % TileKernel.LINE == 0);
  }

  /// The bytes of a part that come from so many units of the data.
  long partBytes(long units) {
    return plan.conversion().isPresent()
        ? units * unit / plan.data().type().bits() * (plan.partType().bits() / Byte.SIZE)
        : Math.ceilDiv(units * unit, Byte.SIZE);
  }

  /// The bytes of one piece.
  long bytes(Piece piece) {
    return partBytes(allRows() * piece.run());
  }

  /// The bytes of all pieces.
  long bytes() {
    return pieces.stream().mapToLong(this::bytes).sum();
  }

  /// True if a piece is one stretch of the data.
  boolean isContiguous(Piece piece) {
    return !countsBits() && levels.isEmpty() && (rows == 1 || piece.width() == pitch);
  }

  /// The length of all pieces together.
  long sum() {
    return widths().sum();
  }

  private LongStream widths() {
    return pieces.stream().mapToLong(Piece::width);
  }

  /// The length from the beginning of the first run to the end of the last one.
  long span() {
    return pieces.getLast().from() + pieces.getLast().width() - pieces.getFirst().from();
  }

  long longest() {
    return widths().max().orElse(0);
  }

  long shortest() {
    return widths().min().orElse(Long.MAX_VALUE);
  }

  /// The fewest rows, a power of two, after which every part is a multiple of a power of two long.
  long rowsTo(long multiple) {
    return widths()
        .map(length -> multiple / Math.min(multiple, Long.lowestOneBit(length)))
        .max()
        .orElse(1);
  }

  /// The smallest power of two that is not below a number.
  static long powerAtLeast(long number) {
    return 1L << -Long.numberOfLeadingZeros(number - 1);
  }
}
