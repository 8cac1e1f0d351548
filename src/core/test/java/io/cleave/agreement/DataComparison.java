package io.cleave.agreement;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.openvino.runtime.Request;
import io.cleave.openvino.runtime.Response;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Compares the parts that splitters make of data with OpenVINO's.
final class DataComparison {
  private static final double BEYOND_LONG = 0x1p63;

  private final SplitPlan plan;
  private final byte[] data;

  /// @param data packed elements, as many as the plan splits; not to be changed
  DataComparison(SplitPlan plan, byte[] data) {
    this.plan = plan;
    this.data = data;
  }

  /// Whether OpenVINO must unpack the parts to compare them.
  boolean isPacked() {
    return plan.data().type().isSubByte();
  }

  /// Whether OpenVINO can be asked: it has no constants without elements.
  boolean isAskable() {
    return !isPacked() || plan.parts().stream().noneMatch(Part::isEmpty);
  }

  /// The parts that a splitter makes.
  List<byte[]> split(Splitter splitter) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(data.length + 1L).asSlice(0, data.length);
      memory.copyFrom(MemorySegment.ofArray(data));
      List<byte[]> parts = new ArrayList<>();
      for (Tensor part : splitter.split(plan, memory, arena)) {
        parts.add(part.data().toArray(ValueLayout.JAVA_BYTE));
      }
      return parts;
    }
  }

  /// The question whose response [#ofPacked] compares.
  Request packed(List<byte[]> ours) {
    return PackedModel.request(plan, data, ours);
  }

  /// Compares the elements of the parts.
  Result ofPacked(Response response) {
    if (!(response instanceof Response.Accepted(_, List<byte[]> both, String failure))
        || !failure.isEmpty()
        || both.size() != 2 * plan.partCount()) {
      return new Result.Unlisted("OpenVINO does not compare packed parts: " + response);
    }
    int parts = plan.partCount();
    if (!areEqual(both.subList(0, parts), both.subList(parts, 2 * parts))) {
      return new Result.Unlisted("the parts hold other elements than OpenVINO's");
    }
    return SplitBits.are(plan.data().type())
        ? new Result.Listed(Difference.PACKED_LAYOUT)
        : new Result.Same();
  }

  /// Compares the bytes of the parts.
  Result ofBytes(List<byte[]> ours, Response response) {
    if (!(response instanceof Response.Accepted(_, List<byte[]> theirs, String failure))) {
      return new Result.Unlisted("OpenVINO gave no parts: " + response);
    }
    if (!failure.isEmpty()) {
      return data.length == 0 && isHuge()
          ? new Result.Listed(Difference.HUGE_AND_EMPTY)
          : new Result.Unlisted("OpenVINO does not run it: " + failure);
    }
    if (areEqual(ours, theirs)) {
      return new Result.Same();
    }
    ElementType type = plan.data().type();
    boolean isForetold =
        areEqual(ours.stream().map(part -> PluginValues.of(type, part)).toList(), theirs);
    return isForetold
        ? new Result.Listed(PluginValues.difference(type).orElseThrow())
        : new Result.Unlisted("the parts hold other bytes than OpenVINO's");
  }

  static boolean areEqual(List<byte[]> some, List<byte[]> others) {
    return some.size() == others.size()
        && IntStream.range(0, some.size()).allMatch(i -> Arrays.equals(some.get(i), others.get(i)));
  }

  /// The plugin multiplies extents in 64 bits, and takes lengths of 32.
  private boolean isHuge() {
    double product =
        Arrays.stream(plan.data().shape().extents())
            .asDoubleStream()
            .filter(extent -> extent > 0)
            .reduce(1, (a, b) -> a * b);
    return product >= BEYOND_LONG
        || Arrays.stream(plan.lengths()).anyMatch(length -> length > Integer.MAX_VALUE);
  }
}
