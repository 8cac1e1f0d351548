package io.cleave.opencl.run;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.Target;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.PackedLayout;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a device takes a plan: in chunks of rows that each fit it, in place or staged. An immutable
/// value.
///
/// @param whole the plan for all rows
/// @param rows the rows of every chunk but the last; 0 if not even the fewest rows fit
/// @param each the plan of every chunk but the last
/// @param last the plan of the last chunk, which may have fewer rows
/// @param most the most bytes that a chunk may have
/// @param inPlace true if the device works in the caller's memory
record Chunks(
    SplitPlan whole, long rows, SplitPlan each, SplitPlan last, long most, boolean inPlace) {
  /// Preferred bytes of a staged chunk: large enough that the bus is busy, small enough that the
  /// first chunk is soon there.
  static final long STAGE_BYTES = 64L << 20;

  /// Where packed parts begin: at a device's cache line at the most; no sub-buffers are made of
  /// them.
  private static final long PART_ALIGNMENT = 128;

  /// So many rows of any number of bits are whole words of 16 bytes: where data and parts are
  /// aligned to those, so is every chunk of them.
  private static final long ROW_MULTIPLE = 128;

  /// Of a device's largest allocation: some drivers cannot give quite what they promise.
  private static final double OF_LARGEST = 0.75;

  /// Chunks of a plan that moves something.
  ///
  /// @param shareable whether the device can use the caller's memory as it is
  static Chunks of(DeviceInfo device, SplitPlan plan, boolean shareable) {
    long largest = largest(device);
    Chunks large = of(plan, largest, largest, true);
    if (shareable && large.keepAlignment()) {
      return large;
    }
    long preferred = Math.min(largest, STAGE_BYTES);
    // Where memory is shared, buffers are memory beside the caller's own: they stay small.
    return of(plan, preferred, device.sharesMemory() ? preferred : largest, false);
  }

  /// @param preferred bytes of data, and of converted parts
  /// @param most bytes that the fewest rows may have where they exceed the preferred bytes
  static Chunks of(SplitPlan plan, long preferred, long most, boolean inPlace) {
    long bytes = heavier(plan);
    if (bytes <= preferred) {
      return new Chunks(plan, plan.rows(), plan, plan, most, inPlace);
    }
    long row = Math.ceilDiv(bytes, plan.rows());
    long fewest = leastRows(plan);
    long fit = preferred / row;
    long multiple = fit >= ROW_MULTIPLE ? ROW_MULTIPLE : fewest;
    long rows = fit / multiple * multiple;
    if (rows == 0 && fewest <= most / row) {
      rows = fewest;
    }
    if (rows == 0 || rows >= plan.rows()) {
      return new Chunks(plan, rows, plan, plan, most, inPlace);
    }
    long rest = plan.rows() % rows;
    SplitPlan each = plan.slab(rows);
    return new Chunks(plan, rows, each, rest == 0 ? each : plan.slab(rest), most, inPlace);
  }

  /// The bytes of the data, or of all parts where a conversion makes more of them.
  private static long heavier(SplitPlan plan) {
    return plan.converts()
        ? Math.max(
            plan.bytes(), plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum())
        : plan.bytes();
  }

  /// So many rows, or all, are whole bytes of every part.
  static long leastRows(SplitPlan plan) {
    return plan.unit() == Unit.BIT ? Math.min(Byte.SIZE, plan.rows()) : 1;
  }

  /// The most bytes of data in a chunk. In memory of the device's own, all of data and parts must
  /// fit, twice where chunks overlap; memory that it shares is there already.
  static long largest(DeviceInfo device) {
    long memory = device.sharesMemory() ? Long.MAX_VALUE : device.device().memoryBytes() / 5;
    return Math.max(1, (long) (Math.min(memory, device.maxAllocation()) * OF_LARGEST));
  }

  /// True if the device can take every chunk.
  boolean fit() {
    return rows > 0;
  }

  long count() {
    return rows == 0 ? 0 : Math.ceilDiv(whole.rows(), rows);
  }

  /// True if every chunk begins at a multiple of [Placement#ALIGNMENT] where data and parts do.
  boolean keepAlignment() {
    long begins = 0;
    if (count() > 1) {
      begins = dataAt(1);
      for (Part part : whole.parts()) {
        begins |= part.isWanted() ? partAt(1, part) : 0;
      }
    }
    return begins % Placement.ALIGNMENT == 0;
  }

  /// The offsets of staged parts in one buffer for all; none in place.
  PackedLayout layout() {
    return inPlace ? new PackedLayout(List.of(), 0) : PackedLayout.of(each, PART_ALIGNMENT);
  }

  /// Where the parts of every chunk go.
  Placement placement(DeviceInfo device) {
    Target target = device.hostAddresses() ? Target.ADDRESSED : Target.SEPARATE;
    return new Placement(0, inPlace ? target : Target.PACKED, layout().offsets());
  }

  /// The data of one chunk.
  MemorySegment data(long chunk, MemorySegment data) {
    return rows >= whole.rows() ? data : data.asSlice(dataAt(chunk), plan(chunk).bytes());
  }

  private SplitPlan plan(long chunk) {
    return chunk == count() - 1 ? last : each;
  }

  private long dataAt(long chunk) {
    return bytes(chunk * rows * whole.row());
  }

  /// The memory of each part of a chunk; null or empty where nothing is moved.
  List<? extends @Nullable MemorySegment> parts(
      long chunk, List<? extends @Nullable MemorySegment> parts) {
    if (rows >= whole.rows()) {
      return parts;
    }
    List<@Nullable MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : whole.parts()) {
      MemorySegment memory = parts.get(part.index());
      long bytes = plan(chunk).part(part.index()).bytes();
      slices.add(memory == null ? null : memory.asSlice(partAt(chunk, part), bytes));
    }
    return slices;
  }

  private long partAt(long chunk, Part part) {
    return whole.converts()
        ? part.bytes() / whole.rows() * rows * chunk
        : bytes(chunk * rows * part.run());
  }

  /// @param units of the plan, whole bytes
  private long bytes(long units) {
    return whole.unit() == Unit.BIT ? units / Byte.SIZE : units;
  }

  /// The route of one chunk as that of all.
  RouteExplanation describe(RouteExplanation chunk) {
    return count() <= 1
        ? chunk
        : new RouteExplanation(
            chunk.name(),
            "%s; in %s chunks of up to %s rows, so that each fits the device"
                .formatted(chunk.reason(), count(), rows),
            chunk.steps());
  }
}
