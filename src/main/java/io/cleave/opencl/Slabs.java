package io.cleave.opencl;

import io.cleave.backend.Route;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a plan is cut into slabs of rows that each fit the device.
///
/// @param whole the plan for all rows
/// @param rows the rows of every slab but the last; 0 if not even the fewest rows fit
record Slabs(SplitPlan whole, long rows) {
  /// So many rows of any number of bits are whole words of 16 bytes: where data and parts are
  /// aligned to those, so is every slab of them.
  private static final long ROW_MULTIPLE = 128;

  /// Of a device's largest allocation: some drivers cannot give quite what they promise.
  private static final double OF_LARGEST = 0.75;

  static Slabs of(SplitPlan plan, long slabBytes) {
    long bytes = Math.max(1, plan.bytes());
    if (bytes <= slabBytes) {
      return new Slabs(plan, plan.rows());
    }
    long rowBytes = Math.ceilDiv(bytes, plan.rows());
    return new Slabs(plan, slabBytes / rowBytes / ROW_MULTIPLE * ROW_MULTIPLE);
  }

  /// The bytes of data that a slab on a device may have. All of data and parts must fit its memory,
  /// twice where slabs overlap.
  static long largest(DeviceFacts facts) {
    long memory = facts.device().memoryBytes() / 5;
    return Math.max(1, (long) (Math.min(memory, facts.maxAllocation()) * OF_LARGEST));
  }

  /// Whether the device can do it.
  boolean fit() {
    return rows > 0 || whole.rows() == 0;
  }

  long count() {
    return rows == 0 ? 0 : Math.ceilDiv(whole.rows(), rows);
  }

  /// The same with slabs of at most so many bytes, at least [#ROW_MULTIPLE] rows.
  Slabs finer(long slabBytes) {
    long rowBytes = Math.ceilDiv(Math.max(1, whole.bytes()), Math.max(1, whole.rows()));
    long fewer = Math.max(1, slabBytes / rowBytes / ROW_MULTIPLE) * ROW_MULTIPLE;
    return new Slabs(whole, Math.min(rows, fewer));
  }

  /// The plan of one slab.
  SplitPlan plan(long slab) {
    return count() <= 1 ? whole : whole.slab(Math.min(rows, whole.rows() - slab * rows));
  }

  /// The data of one slab.
  MemorySegment data(long slab, MemorySegment data) {
    SplitPlan plan = plan(slab);
    return slice(data, slab, plan.bytes(), whole.row());
  }

  /// The memory of each part for one slab; null for a part that is not wanted or empty.
  List<@Nullable MemorySegment> parts(long slab, List<? extends @Nullable MemorySegment> parts) {
    SplitPlan plan = plan(slab);
    List<@Nullable MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      slices.add(
          memory == null || part.isEmpty() ? null : slice(memory, slab, part.bytes(), part.run()));
    }
    return slices;
  }

  /// @param perRow the units of one row
  private MemorySegment slice(MemorySegment memory, long slab, long bytes, long perRow) {
    long units = slab * rows * perRow;
    return memory.asSlice(whole.unit() == Unit.BIT ? units / Byte.SIZE : units, bytes);
  }

  /// A slab's route as that of all.
  Route describe(Route slab) {
    return count() <= 1
        ? slab
        : new Route(
            slab.name(),
            "%s; in %s slabs of up to %s rows, so that each fits the device"
                .formatted(slab.reason(), count(), rows),
            slab.steps());
  }
}
