package io.cleave.opencl.run;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.OutputMemory;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.PackedLayout;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Division of a plan into chunks of rows that each fit a device, in host memory or staged. Data
/// that is not dense is one chunk. An immutable value.
///
/// @param whole the plan for all rows
/// @param rows the rows of every chunk but the last; 0 if not even the fewest rows fit
/// @param each the plan of every chunk but the last
/// @param last the plan of the last chunk, which may have fewer rows
/// @param most the most bytes that a chunk may have
/// @param inPlace true if the device works in host memory: the caller's, or a copy of it
public record Chunks(
    SplitPlan whole, long rows, SplitPlan each, SplitPlan last, long most, boolean inPlace) {
  /// Preferred bytes of a staged chunk: large enough to use the bus well, small enough that the
  /// first chunk arrives soon.
  static final long STAGE_BYTES = 64L << 20;

  /// Preferred bytes of a chunk that is copied to memory that the device shares: copies and kernel
  /// find it in the processor's cache.
  static final long COPY_BYTES = 4L << 20;

  /// A multiple of so many rows, of any number of bits, is whole words of 16 bytes: if data and
  /// parts are aligned to that, so is every chunk.
  private static final long ROW_MULTIPLE = 128;

  /// The share of a device's largest allocation that is used: some drivers promise too much.
  private static final double OF_LARGEST = 0.75;

  /// Chunks of a plan that moves something.
  ///
  /// @param shareable true if the device can use the caller's memory in place
  static Chunks of(DeviceInfo info, SplitPlan plan, boolean shareable) {
    long largest = largest(info);
    Chunks large = of(plan, largest, largest, true);
    if (shareable && large.keepAlignment()) {
      return large;
    }
    // Where memory is shared, buffers are memory beside the caller's own: they stay small.
    long staged = Math.min(largest, STAGE_BYTES);
    long most = info.sharesMemory() ? staged : largest;
    // Without the host's addresses every part of every chunk would take a buffer.
    boolean inCopies = info.sharesMemory() && info.hostAddresses();
    return of(plan, inCopies ? Math.min(largest, COPY_BYTES) : staged, most, inCopies);
  }

  /// @param preferred bytes of the data of a chunk, and of its converted parts
  /// @param most bytes of a chunk of the fewest rows, if these exceed the preferred bytes
  static Chunks of(SplitPlan plan, long preferred, long most, boolean inPlace) {
    long rows = rows(plan, preferred, most);
    boolean isOne = rows == 0 || rows >= plan.rows();
    long rest = isOne ? 0 : plan.rows() % rows;
    SplitPlan each = isOne ? plan : plan.slab(rows);
    return new Chunks(plan, rows, each, rest == 0 ? each : plan.slab(rest), most, inPlace);
  }

  private static long rows(SplitPlan plan, long preferred, long most) {
    long bytes = heavier(plan);
    if (bytes <= preferred) {
      return plan.rows();
    }
    long row = Math.ceilDiv(bytes, plan.rows());
    long fewest = leastRows(plan);
    long block = block(plan);
    long fit = preferred / row;
    long multiple = fit / block >= ROW_MULTIPLE ? ROW_MULTIPLE * block : fewest;
    long rows = fit / multiple * multiple;
    return rows == 0 && fewest <= most / row ? fewest : rows;
  }

  /// The bytes of the data, or of all parts where a conversion makes more of them.
  private static long heavier(SplitPlan plan) {
    long bytes = plan.data().bytes() - start(plan);
    return plan.conversion().isPresent() ? Math.max(bytes, plan.partBytes()) : bytes;
  }

  /// The bytes of the data before a window, rounded down to the alignment of the data.
  private static long start(SplitPlan plan) {
    Geometry loops = plan.geometry();
    long start = loops.unit() == Unit.BIT ? loops.start() / Byte.SIZE : loops.start();
    return start / Placement.ALIGNMENT * Placement.ALIGNMENT;
  }

  /// The fewest rows of a chunk: a multiple of them, or all rows, are whole bytes of every part.
  public static long leastRows(SplitPlan plan) {
    long block = block(plan);
    boolean needsEight = plan.geometry().unit() == Unit.BIT;
    return needsEight ? Math.min(plan.rows() / block, Byte.SIZE) * block : block;
  }

  /// The rows that are not divided: those of one index of a stack's outer levels, and all rows of a
  /// window.
  private static long block(SplitPlan plan) {
    return !plan.data().isDense() ? plan.rows() : plan.isStacked() ? plan.geometry().rows() : 1;
  }

  /// The most bytes of data in a chunk. The memory of a device must hold data and parts, twice for
  /// double buffering; a device that shares the host's memory needs none.
  static long largest(DeviceInfo info) {
    long memory = info.sharesMemory() ? Long.MAX_VALUE : info.device().memoryBytes() / 5;
    return Math.max(1, (long) (Math.min(memory, info.maxAllocation()) * OF_LARGEST));
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
    LongStream parts = each.parts().stream().mapToLong(Part::bytes);
    return count() <= 1
        || LongStream.concat(LongStream.of(each.data().bytes()), parts)
            .allMatch(bytes -> bytes % Placement.ALIGNMENT == 0);
  }

  /// The offsets of a chunk's parts in one buffer for all.
  PackedLayout layout() {
    return PackedLayout.of(each, PackedLayout.PART_ALIGNMENT);
  }

  /// Where data and parts of every chunk are. The data before a window is left out.
  Placement placement(DeviceInfo info) {
    OutputMemory output = info.hostAddresses() ? OutputMemory.ADDRESSED : OutputMemory.SEPARATE;
    return inPlace
        ? new Placement(-start(whole), output, List.of())
        : new Placement(-start(whole), OutputMemory.PACKED, layout().offsets());
  }

  /// The most bytes of data of a chunk.
  long dataBytes() {
    return each.data().bytes() - start(each);
  }

  /// The data of one chunk.
  MemorySegment data(long chunk, MemorySegment data) {
    SplitPlan plan = plan(chunk);
    long start = start(plan);
    return data.asSlice(chunk * each.data().bytes() + start, plan.data().bytes() - start);
  }

  private SplitPlan plan(long chunk) {
    return chunk == count() - 1 ? last : each;
  }

  /// The memory of each part of a chunk.
  List<MemorySegment> parts(long chunk, List<MemorySegment> parts) {
    if (rows >= whole.rows()) {
      return parts;
    }
    List<MemorySegment> slices = new ArrayList<>(parts.size());
    for (Part part : plan(chunk).parts()) {
      long at = chunk * each.part(part.index()).bytes();
      slices.add(parts.get(part.index()).asSlice(at, part.bytes()));
    }
    return slices;
  }

  /// The explanation for all chunks, from that for one.
  RouteExplanation describe(RouteExplanation chunk) {
    return count() <= 1
        ? chunk
        : chunk.because(
            "%s; in %s chunks of up to %s rows, so that each fits the device"
                .formatted(chunk.reason(), count(), rows));
  }
}
