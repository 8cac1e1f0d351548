package io.cleave.opencl.route;

import io.cleave.backend.Device;
import io.cleave.plan.BitOrder;
import io.cleave.plan.SplitPlan;

/// What is to be moved on which device, in the numbers that every route calculates with: the index
/// math of plan and placement, stated once.
///
/// Rows, runs and where things begin in the data count bytes, or bits where a part begins or ends
/// within a byte; see [#scale()]. Ends and outputs count bytes.
///
/// @param facts what the device can do
/// @param reach how a launch reaches the parts
/// @param scale what is counted
/// @param order how elements fill a byte, where bits are counted
/// @param rows the number of rows
/// @param pitch the length of a row
/// @param dataAt where the data begins in its buffer
/// @param dataEnd the first byte of the buffer behind the data
/// @param parts the parts to move, none of them empty
public record Job(
    DeviceInfo facts,
    Reach reach,
    Scale scale,
    BitOrder order,
    long rows,
    long pitch,
    long dataAt,
    long dataEnd,
    MovedParts parts) {
  /// The work-items of a group on a GPU: what the kernels were measured with.
  private static final int GPU_GROUP = 256;

  /// A job in bytes if all that moves begins and ends on bytes, else in bits.
  public static Job of(SplitPlan plan, Placement placement, DeviceInfo facts) {
    Scale scale = Scale.of(plan);
    long dataAt = scale.ofBytes(placement.dataAt());
    Job job =
        new Job(
            facts,
            Reach.of(placement.target()),
            scale,
            plan.type().bitOrder(),
            plan.rows(),
            plan.row(),
            dataAt,
            scale.bytes(dataAt + plan.rows() * plan.row()),
            MovedParts.of(plan, placement.target()));
    return job.countsBits() && job.grain() % Byte.SIZE == 0 ? job.on(scale.inBytes()) : job;
  }

  private Job on(Scale other) {
    return new Job(
        facts,
        reach,
        other,
        order,
        rows,
        pitch * scale.bits() / other.bits(),
        dataAt * scale.bits() / other.bits(),
        dataEnd,
        parts.on(other));
  }

  /// The same job, counted in bits.
  public Job inBits() {
    return countsBits() ? this : on(scale.inBits());
  }

  /// Some of the rows as a job of their own. Those before them must be whole bytes of every part.
  public Job rows(long first, long count) {
    return new Job(
        facts,
        reach,
        scale,
        order,
        count,
        pitch,
        dataAt + first * pitch,
        dataEnd,
        parts.from(first));
  }

  /// Whether lengths are in bits.
  public boolean countsBits() {
    return scale.bits() == 1;
  }

  /// Whether a work-group is a thread of a processor.
  public boolean isOnCpu() {
    return facts.device().kind() == Device.Kind.CPU;
  }

  /// The work-items of a group, a power of two, where a group is no thread.
  public int group() {
    return (int) Power.atMost(Math.clamp(facts.maxGroup(), 1, GPU_GROUP));
  }

  /// All lengths and beginnings in the data, joined with `|`: what divides it divides each of them.
  public long grain() {
    long grain = dataAt | pitch;
    for (Stretch part : parts) {
      grain |= part.from() | part.run();
    }
    return grain;
  }

  /// The bytes of outputs where parts begin, joined with `|`.
  public long outputGrain() {
    long grain = 0;
    for (Stretch part : parts) {
      grain |= part.to();
    }
    return grain;
  }

  /// The bytes of one part.
  public long bytes(Stretch part) {
    return scale.partBytes(rows * part.run());
  }

  /// The bytes of all parts.
  public long bytes() {
    long sum = 0;
    for (Stretch part : parts) {
      sum += bytes(part);
    }
    return sum;
  }

  /// Whether a part is one piece of the data.
  public boolean isContiguous(Stretch part) {
    return !countsBits() && (rows == 1 || part.run() == pitch);
  }

  /// `16 KiB` or `12 bits`, for people.
  public String length(long units) {
    return countsBits() && units % Byte.SIZE != 0
        ? units + (units == 1 ? " bit" : " bits")
        : Bytes.text(scale.bytes(units));
  }
}
