package io.cleave.spi;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Offsets of parts in one packed buffer, multiples of an alignment. An immutable value.
///
/// @param offsets the byte where each part begins; 0 for one that takes nothing
/// @param bytes what the buffer takes; 0 if no part takes anything
public record PackedLayout(List<Long> offsets, long bytes) {
  /// Alignment of parts in bytes: the largest cache line of any device.
  public static final long PART_ALIGNMENT = 128;

  /// The parts one behind the other, in order.
  ///
  /// @param alignment bytes; what the beginning of each is a multiple of
  public static PackedLayout of(SplitPlan plan, long alignment) {
    List<Long> offsets = new ArrayList<>(plan.partCount());
    long end = 0;
    for (Part part : plan.parts()) {
      long begin = Math.ceilDiv(end, alignment) * alignment;
      offsets.add(part.isEmpty() ? 0 : begin);
      end = part.isEmpty() ? end : begin + part.bytes();
    }
    return new PackedLayout(offsets, end);
  }

  /// The memory of each part of the plan in a buffer.
  public List<MemorySegment> parts(SplitPlan plan, MemorySegment buffer) {
    List<MemorySegment> parts = new ArrayList<>(offsets.size());
    for (Part part : plan.parts()) {
      parts.add(buffer.asSlice(offsets.get(part.index()), part.bytes()));
    }
    return parts;
  }
}
