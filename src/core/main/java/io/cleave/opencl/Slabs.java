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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A plan cut into slabs of rows that each fit the device. An immutable value.
///
/// @param whole the plan for all rows
/// @param rows the rows of every slab but the last; 0 if not even the fewest rows fit
record Slabs(SplitPlan whole, long rows) {
  /// So many rows of any number of bits are whole words of 16 bytes: where data and parts are
  /// aligned to those, so is every slab of them.
  private static final long ROW_MULTIPLE = 128;

  /// Of a device's largest allocation: some drivers cannot give quite what they promise.
  private static final double OF_LARGEST = 0.75;

  /// Slabs of at most so many bytes of data, and of converted parts. They do not fit where the
  /// fewest rows that are whole bytes have more.
  static Slabs of(SplitPlan plan, long slabBytes) {
    long bytes = Math.max(1, heavier(plan));
    if (bytes <= slabBytes || !movesAnything(plan)) {
      return new Slabs(plan, plan.rows());
    }
    long rows = slabBytes / Math.ceilDiv(bytes, plan.rows());
    long multiple = rows >= ROW_MULTIPLE ? ROW_MULTIPLE : leastRows(plan);
    return new Slabs(plan, rows / multiple * multiple);
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

  /// Whether any part is wanted and has something in it.
  static boolean movesAnything(SplitPlan plan) {
    return plan.parts().stream().anyMatch(Part::isMoved);
  }

  /// The bytes of data that a slab on a device may have. In memory of the device's own, all of data
  /// and parts must fit, twice where slabs overlap; memory that it shares is there already.
  static long largest(DeviceInfo facts) {
    long memory = facts.sharesMemory() ? Long.MAX_VALUE : facts.device().memoryBytes() / 5;
    return Math.max(1, (long) (Math.min(memory, facts.maxAllocation()) * OF_LARGEST));
  }

  /// Whether the device can take every slab.
  boolean fit() {
    return rows > 0 || whole.rows() == 0;
  }

  long count() {
    return rows == 0 ? 0 : Math.ceilDiv(whole.rows(), rows);
  }

  /// Whether every slab begins at a multiple of [Placement#ALIGNMENT] where data and parts do.
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

  /// The same in slabs of at most so many bytes, or of as few rows as can be.
  Slabs finer(long most) {
    if (!fit()) {
      return this;
    }
    Slabs finer = of(whole, most);
    return new Slabs(whole, Math.min(rows, finer.fit() ? finer.rows : leastRows(whole)));
  }

  /// The plan of one slab.
  SplitPlan plan(long slab) {
    return count() <= 1 ? whole : whole.slab(Math.min(rows, whole.rows() - slab * rows));
  }

  /// The plans of the first slab, which is the largest, and of the last, which alone may differ.
  Stream<SplitPlan> plans() {
    return LongStream.of(0, Math.max(0, count() - 1)).mapToObj(this::plan);
  }

  /// The data of one slab.
  MemorySegment data(long slab, MemorySegment data) {
    return data.asSlice(dataAt(slab), plan(slab).bytes());
  }

  private long dataAt(long slab) {
    return bytes(slab * rows * whole.row());
  }

  /// The memory of each part of a slab's plan; null for a part that is not wanted or empty.
  List<@Nullable MemorySegment> parts(long slab, List<? extends @Nullable MemorySegment> parts) {
    List<@Nullable MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : plan(slab).parts()) {
      MemorySegment memory = parts.get(part.index());
      slices.add(
          memory == null || part.isEmpty()
              ? null
              : memory.asSlice(partAt(slab, whole.part(part.index())), part.bytes()));
    }
    return slices;
  }

  private long partAt(long slab, Part part) {
    return whole.converts()
        ? part.bytes() / whole.rows() * rows * slab
        : bytes(slab * rows * part.run());
  }

  /// @param units of the plan, whole bytes
  private long bytes(long units) {
    return whole.unit() == Unit.BIT ? units / Byte.SIZE : units;
  }

  /// The route of one slab as that of all.
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
