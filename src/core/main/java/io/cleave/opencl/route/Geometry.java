package io.cleave.opencl.route;

import io.cleave.plan.BitOrder;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.ArrayList;
import java.util.List;

/// Strided copy of a plan's parts on a device: rows of the data, and in each row a run for each
/// part that is wanted and not empty.
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
/// @param dataEnd the first byte of the buffer behind the data
/// @param runs the parts to move, in order
record Geometry(
    DeviceInfo device,
    SplitPlan plan,
    Placement.Target target,
    int unit,
    long rows,
    long pitch,
    long dataAt,
    long dataEnd,
    List<Run> runs) {
  /// The geometry in bytes if everything begins and ends on bytes, else in bits.
  static Geometry of(SplitPlan plan, Placement placement, DeviceInfo device) {
    int unit = plan.unit() == Unit.BIT ? 1 : Byte.SIZE;
    List<Run> runs = new ArrayList<>();
    for (Part part : plan.parts()) {
      if (part.isMoved()) {
        long to = placement.at(part.index());
        runs.add(new Run(part.index(), part.offset(), part.run(), to));
      }
    }
    long dataAt = placement.dataAt() * (Byte.SIZE / unit);
    Geometry geometry =
        new Geometry(
            device,
            plan,
            placement.target(),
            unit,
            plan.rows(),
            plan.row(),
            dataAt,
            Math.ceilDiv((dataAt + plan.rows() * plan.row()) * unit, Byte.SIZE),
            runs);
    return unit == 1 && geometry.grain() % Byte.SIZE == 0 ? geometry.in(Byte.SIZE) : geometry;
  }

  private Geometry in(int other) {
    List<Run> converted =
        runs.stream()
            .map(
                run ->
                    new Run(
                        run.part(),
                        run.from() * unit / other,
                        run.length() * unit / other,
                        run.to()))
            .toList();
    long otherPitch = pitch * unit / other;
    return with(other, rows, otherPitch, dataAt * unit / other, converted);
  }

  private Geometry with(
      int otherUnit, long otherRows, long otherPitch, long otherDataAt, List<Run> otherRuns) {
    return new Geometry(
        device, plan, target, otherUnit, otherRows, otherPitch, otherDataAt, dataEnd, otherRuns);
  }

  /// The same geometry, counted in bits.
  Geometry inBits() {
    return countsBits() ? this : in(1);
  }

  /// A geometry for each part. A part that is all of every row is a single row.
  List<Geometry> each() {
    return runs.stream().map(this::only).toList();
  }

  private Geometry only(Run run) {
    if (run.length() < pitch) {
      return with(unit, rows, pitch, dataAt, List.of(run));
    }
    Run all = new Run(run.part(), 0, rows * pitch, run.to());
    return with(unit, 1, rows * pitch, dataAt, List.of(all));
  }

  boolean countsBits() {
    return unit == 1;
  }

  boolean isMsbFirst() {
    return plan.type().bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST;
  }

  /// All lengths and beginnings in the data, joined with `|`: a power of two that divides it
  /// divides each of them.
  long grain() {
    long grain = dataAt | pitch;
    for (Run run : runs) {
      grain |= run.from() | run.length();
    }
    return grain;
  }

  /// The bytes of outputs where parts begin, joined with `|`.
  long outputGrain() {
    long grain = 0;
    for (Run run : runs) {
      grain |= run.to();
    }
    return grain;
  }

  /// The bytes of a part that come from so many units of the data.
  long partBytes(long units) {
    return plan.converts()
        ? units * unit / plan.type().bits() * (plan.partType().bits() / Byte.SIZE)
        : Math.ceilDiv(units * unit, Byte.SIZE);
  }

  /// The bytes of one part.
  long bytes(Run run) {
    return partBytes(rows * run.length());
  }

  /// The bytes of all parts.
  long bytes() {
    return runs.stream().mapToLong(this::bytes).sum();
  }

  /// True if a part is one piece of the data.
  boolean isContiguous(Run run) {
    return !countsBits() && (rows == 1 || run.length() == pitch);
  }

  /// How many rows of a run make a multiple of a power of two.
  static long rowsTo(long multiple, long length) {
    return multiple / Math.min(multiple, Long.lowestOneBit(length));
  }

  /// A length for messages: `16 KiB` or `12 bits`.
  String length(long units) {
    return countsBits() && units % Byte.SIZE != 0
        ? units + (units == 1 ? " bit" : " bits")
        : text(Math.ceilDiv(units * unit, Byte.SIZE));
  }

  /// Bytes for messages: `16 KiB`, `324 bytes`, `1 byte`, the largest unit without a fraction.
  static String text(long bytes) {
    String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    long count = bytes;
    int unit = 0;
    while (count != 0 && count % 1024 == 0 && unit < units.length - 1) {
      count /= 1024;
      unit++;
    }
    return count == 1 && unit == 0 ? "1 byte" : count + " " + units[unit];
  }
}
