package io.cleave.opencl;

import io.cleave.backend.Route;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A plan in chunks of rows that each fit the device. An immutable value.
///
/// @param whole the plan for all rows
/// @param rows the rows of every chunk but the last; 0 if not even the fewest rows fit
/// @param each the plan of every chunk but the last
/// @param last the plan of the last chunk, which may have fewer rows
record Chunks(SplitPlan whole, long rows, SplitPlan each, SplitPlan last) {
  /// So many rows of any number of bits are whole words of 16 bytes: where data and parts are
  /// aligned to those, so is every chunk of them.
  private static final long ROW_MULTIPLE = 128;

  /// Of a device's largest allocation: some drivers cannot give quite what they promise.
  private static final double OF_LARGEST = 0.75;

  /// Chunks of a plan that moves something.
  ///
  /// @param preferred bytes of data, and of converted parts
  /// @param most bytes that the fewest rows may have where they exceed the preferred bytes
  static Chunks of(SplitPlan plan, long preferred, long most) {
    long bytes = heavier(plan);
    if (bytes <= preferred) {
      return new Chunks(plan, plan.rows(), plan, plan);
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
      return new Chunks(plan, rows, plan, plan);
    }
    long rest = plan.rows() % rows;
    SplitPlan each = plan.slab(rows);
    return new Chunks(plan, rows, each, rest == 0 ? each : plan.slab(rest));
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
    if (count() <= 1) {
      return true;
    }
    long begins = dataAt(1);
    for (Part part : whole.parts()) {
      begins |= part.isWanted() ? partAt(1, part) : 0;
    }
    return begins % Placement.ALIGNMENT == 0;
  }

  boolean isLast(long chunk) {
    return chunk == count() - 1;
  }

  /// The data of one chunk.
  MemorySegment data(long chunk, MemorySegment data) {
    return data.asSlice(dataAt(chunk), (isLast(chunk) ? last : each).bytes());
  }

  private long dataAt(long chunk) {
    return bytes(chunk * rows * whole.row());
  }

  /// The memory of each part of a chunk's plan; null for a part that is not wanted or empty.
  List<@Nullable MemorySegment> parts(long chunk, List<? extends @Nullable MemorySegment> parts) {
    List<@Nullable MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : (isLast(chunk) ? last : each).parts()) {
      MemorySegment memory = parts.get(part.index());
      slices.add(
          memory == null || part.isEmpty()
              ? null
              : memory.asSlice(partAt(chunk, whole.part(part.index())), part.bytes()));
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
  Route describe(Route chunk) {
    return count() <= 1
        ? chunk
        : new Route(
            chunk.name(),
            "%s; in %s chunks of up to %s rows, so that each fits the device"
                .formatted(chunk.reason(), count(), rows),
            chunk.steps());
  }
}
