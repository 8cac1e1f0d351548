package io.cleave.opencl.route.job;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;

/// What a [Job] counts: bytes or bits, whatever its plan counts.
///
/// @param planBits the bits of one of the plan's units
/// @param bits the bits of one of the job's units: 1 or 8
public record Scale(int planBits, int bits) {
  /// A plan's own scale.
  public static Scale of(SplitPlan plan) {
    int bits = plan.unit() == Unit.BIT ? 1 : Byte.SIZE;
    return new Scale(bits, bits);
  }

  /// The same plan's scale of bits.
  public Scale inBits() {
    return new Scale(planBits, 1);
  }

  /// The same plan's scale of bytes.
  Scale inBytes() {
    return new Scale(planBits, Byte.SIZE);
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
}
