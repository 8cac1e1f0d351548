package io.cleave.opencl;

import io.cleave.backend.Route;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a plan is cut into slabs of rows that each fit the device.
///
/// @param whole the plan for all rows
/// @param rows the rows of every slab but the last; 0 if not even the fewest rows fit
record Slabs(SplitPlan whole, long rows) implements Steps {
  /// So many rows of any number of bits are whole words of 16 bytes: where data and parts are
  /// aligned to those, so is every slab of them.
  private static final long ROW_MULTIPLE = 128;

  /// Of a device's largest allocation: some drivers cannot give quite what they promise.
  private static final double OF_LARGEST = 0.75;

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
    return plan.parts().stream().anyMatch(part -> part.isWanted() && !part.isEmpty());
  }

  /// The bytes of data that a slab on a device may have. In memory of the device's own, all of data
  /// and parts must fit, twice where slabs overlap; memory that it shares is there already.
  static long largest(DeviceFacts facts) {
    long memory = facts.sharesMemory() ? Long.MAX_VALUE : facts.device().memoryBytes() / 5;
    return Math.max(1, (long) (Math.min(memory, facts.maxAllocation()) * OF_LARGEST));
  }

  @Override
  public boolean fit() {
    return rows > 0 || whole.rows() == 0;
  }

  @Override
  public long count() {
    return rows == 0 ? 0 : Math.ceilDiv(whole.rows(), rows);
  }

  @Override
  public boolean keepAlignment() {
    return count() <= 1 || rows % ROW_MULTIPLE == 0;
  }

  @Override
  public Steps finer(long most) {
    if (!fit()) {
      return this;
    }
    Steps finer = Steps.of(whole, most);
    return switch (finer) {
      case Slabs slabs when slabs.fit() -> new Slabs(whole, Math.min(rows, slabs.rows));
      case Slabs _ -> new Slabs(whole, Math.min(rows, leastRows(whole)));
      case Pieces pieces -> pieces;
    };
  }

  @Override
  public SplitPlan plan(long slab) {
    return count() <= 1 ? whole : whole.slab(Math.min(rows, whole.rows() - slab * rows));
  }

  /// The first one is the largest, and only the last one differs.
  @Override
  public Stream<SplitPlan> plans() {
    return LongStream.of(0, Math.max(0, count() - 1)).mapToObj(this::plan);
  }

  @Override
  public MemorySegment data(long slab, MemorySegment data) {
    SplitPlan plan = plan(slab);
    return slice(data, slab * rows * whole.row(), plan.bytes());
  }

  @Override
  public List<@Nullable MemorySegment> parts(
      long slab, List<? extends @Nullable MemorySegment> parts) {
    SplitPlan plan = plan(slab);
    List<@Nullable MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      slices.add(memory == null || part.isEmpty() ? null : slice(memory, slab, part));
    }
    return slices;
  }

  private MemorySegment slice(MemorySegment memory, long slab, Part part) {
    return whole.converts()
        ? memory.asSlice(
            whole.part(part.index()).bytes() / whole.rows() * rows * slab, part.bytes())
        : slice(memory, slab * rows * part.run(), part.bytes());
  }

  /// @param units before it, whole bytes
  private MemorySegment slice(MemorySegment memory, long units, long bytes) {
    return memory.asSlice(whole.unit() == Unit.BIT ? units / Byte.SIZE : units, bytes);
  }

  @Override
  public Route describe(Route slab) {
    return count() <= 1
        ? slab
        : new Route(
            slab.name(),
            "%s; in %s slabs of up to %s rows, so that each fits the device"
                .formatted(slab.reason(), count(), rows),
            slab.steps());
  }
}
