package io.cleave.opencl.route;

import io.cleave.opencl.route.Placement.Target;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Strided copy of parts on a device: rows of the data, and in each row a run for each part that is
/// wanted and not empty. It has all parts of a plan, or a group of parts that one launch writes.
///
/// Rows, runs and their beginnings in the data count units of bytes, or of bits where a part begins
/// or ends within a byte. Ends and outputs count bytes.
///
/// @param device the device that splits
/// @param plan the plan
/// @param target where the parts go
/// @param unit the bits of a unit: 1 or 8
/// @param rows the number of rows
/// @param pitch the length of a row
/// @param dataAt where the data begins in its buffer
/// @param runs the parts to move, in order
/// @param outputs the parts whose buffers a launch takes as arguments, in order; empty if it takes
///   the list of addresses
record Geometry(
    DeviceInfo device,
    SplitPlan plan,
    Target target,
    int unit,
    long rows,
    long pitch,
    long dataAt,
    List<Piece> runs,
    List<Integer> outputs) {
  /// The fewest buffers that a launch takes, unless it takes one.
  private static final long FEWEST_OUTPUTS = 8;

  /// The geometry in bytes if everything begins and ends on bytes, else in bits.
  static Geometry of(SplitPlan plan, Placement placement, DeviceInfo device) {
    int unit = plan.unit() == Unit.BIT ? 1 : Byte.SIZE;
    List<Piece> runs = new ArrayList<>();
    for (Part part : plan.parts()) {
      if (part.isMoved()) {
        int index = part.index();
        long to = placement.at(index);
        runs.add(new Piece(index, index, part.offset(), to, part.run(), part.run()));
      }
    }
    long dataAt = placement.dataAt() * (Byte.SIZE / unit);
    Target target = placement.target();
    Geometry geometry =
        new Geometry(device, plan, target, unit, plan.rows(), plan.row(), dataAt, runs, List.of());
    return unit == 1 && geometry.grain() % Byte.SIZE == 0 ? geometry.in(Byte.SIZE) : geometry;
  }

  private Geometry in(int other) {
    List<Piece> converted = new ArrayList<>();
    for (Piece run : runs) {
      long length = run.run() * unit / other;
      long from = run.from() * unit / other;
      converted.add(new Piece(run.part(), run.output(), from, run.to(), length, length));
    }
    long otherPitch = pitch * unit / other;
    long otherDataAt = dataAt * unit / other;
    return new Geometry(
        device, plan, target, other, rows, otherPitch, otherDataAt, converted, outputs);
  }

  /// This geometry, counted in bits.
  Geometry inBits() {
    return countsBits() ? this : in(1);
  }

  /// A group for each part. A part that is all of every row is a single row.
  List<Geometry> each() {
    return runs.stream().map(this::only).toList();
  }

  private Geometry only(Piece run) {
    boolean all = run.width() == pitch;
    long length = all ? rows * pitch : run.width();
    List<Piece> piece = List.of(new Piece(run.part(), 0, run.from(), run.to(), length, length));
    List<Integer> buffer = List.of(run.part());
    return new Geometry(
        device, plan, target, unit, all ? 1 : rows, all ? length : pitch, dataAt, piece, buffer);
  }

  private Geometry with(List<Piece> some, List<Integer> buffers) {
    return new Geometry(device, plan, target, unit, rows, pitch, dataAt, some, buffers);
  }

  /// Some of these parts, written through the same arguments.
  Geometry part(int first, int behind) {
    return with(runs.subList(first, behind), outputs);
  }

  /// Groups of parts, each written by one launch, as few as possible: one, unless parts are in
  /// separate buffers.
  ///
  /// One packed buffer, or a single part, is one argument, and so is a list of addresses. Several
  /// buffers are as many arguments as `common.cl` offers; those left over repeat the last buffer.
  List<Geometry> groups() {
    int count = runs.size();
    boolean single = count == 1 || target == Target.PACKED;
    if (!single && target == Target.ADDRESSED) {
      return List.of(this);
    }
    int most = device.maxOutputs();
    int buffers = single ? 1 : (int) Math.clamp(powerAtLeast(count), FEWEST_OUTPUTS, most);
    int size = single ? count : buffers;
    List<Geometry> groups = new ArrayList<>();
    for (int first = 0; first < count; first += size) {
      groups.add(group(runs.subList(first, Math.min(count, first + size)), buffers));
    }
    return groups;
  }

  private Geometry group(List<Piece> some, int buffers) {
    List<Piece> numbered = new ArrayList<>();
    for (Piece run : some) {
      int output = buffers == 1 ? 0 : numbered.size();
      numbered.add(new Piece(run.part(), output, run.from(), run.to(), run.run(), run.width()));
    }
    List<Integer> parts =
        IntStream.range(0, buffers)
            .mapToObj(n -> some.get(Math.min(n, some.size() - 1)).part())
            .toList();
    return with(numbered, parts);
  }

  boolean countsBits() {
    return unit == 1;
  }

  /// The first byte of the buffer behind the data.
  long dataEnd() {
    return Math.ceilDiv((dataAt + rows * pitch) * unit, Byte.SIZE);
  }

  /// All lengths and beginnings in the data, joined with `|`: a power of two that divides it
  /// divides each of them.
  long grain() {
    return runs.stream()
        .mapToLong(run -> run.from() | run.run())
        .reduce(dataAt | pitch, (a, b) -> a | b);
  }

  /// The bytes of outputs where parts begin, joined with `|`.
  long outputGrain() {
    return runs.stream().mapToLong(Piece::to).reduce(0, (a, b) -> a | b);
  }

  /// The bytes of a part that come from so many units of the data.
  long partBytes(long units) {
    return plan.converts()
        ? units * unit / plan.type().bits() * (plan.partType().bits() / Byte.SIZE)
        : Math.ceilDiv(units * unit, Byte.SIZE);
  }

  /// The bytes of one part.
  long bytes(Piece run) {
    return partBytes(rows * run.run());
  }

  /// The bytes of all parts.
  long bytes() {
    return runs.stream().mapToLong(this::bytes).sum();
  }

  /// True if a part is one piece of the data.
  boolean isContiguous(Piece run) {
    return !countsBits() && (rows == 1 || run.width() == pitch);
  }

  private LongStream lengths() {
    return runs.stream().mapToLong(Piece::width);
  }

  /// The length of all runs together.
  long sum() {
    return lengths().sum();
  }

  /// The length from the beginning of the first run to the end of the last one.
  long span() {
    return runs.getLast().from() + runs.getLast().width() - runs.getFirst().from();
  }

  long longest() {
    return lengths().max().orElseThrow();
  }

  long shortest() {
    return lengths().min().orElseThrow();
  }

  /// The fewest rows, a power of two, after which every part is a multiple of a power of two long.
  long rowsTo(long multiple) {
    return lengths()
        .map(length -> multiple / Math.min(multiple, Long.lowestOneBit(length)))
        .max()
        .orElse(1);
  }

  /// The smallest power of two that is not below a number.
  static long powerAtLeast(long number) {
    return 1L << -Long.numberOfLeadingZeros(number - 1);
  }
}
