package io.cleave.opencl.route;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;

/// What a [Job] counts: bytes or bits, whatever its plan counts.
///
/// @param planBits the bits of one of the plan's units
/// @param bits the bits of one of the job's units: 1 or 8
/// @param source the bits of an element of the data
/// @param target the bits of an element of a part
public record Scale(int planBits, int bits, int source, int target) {
  /// A plan's own scale.
  public static Scale of(SplitPlan plan) {
    int bits = plan.unit() == Unit.BIT ? 1 : Byte.SIZE;
    return new Scale(bits, bits, plan.type().bits(), plan.partType().bits());
  }

  /// The same plan's scale of bits.
  public Scale inBits() {
    return new Scale(planBits, 1, source, target);
  }

  /// The same plan's scale of bytes.
  Scale inBytes() {
    return new Scale(planBits, Byte.SIZE, source, target);
  }

  /// So many of the plan's units, in the job's.
  public long count(long planUnits) {
    return planUnits * planBits / bits;
  }

  /// So many bytes, in the job's units.
  long ofBytes(long bytes) {
    return bytes * (Byte.SIZE / bits);
  }

  /// The bytes that so many of the job's units take, the last of which may be partly used.
  public long bytes(long units) {
    return Math.ceilDiv(units * bits, Byte.SIZE);
  }

  /// The bytes of a part that come from so many of the job's units. They are as many, unless the
  /// plan converts to elements of another size.
  public long partBytes(long units) {
    return source == target ? bytes(units) : units * bits / source * (target / Byte.SIZE);
  }
}
