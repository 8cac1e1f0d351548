package io.cleave.agreement;

import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.ir.infer.Difference;
import io.cleave.openvino.runtime.Answer;
import io.cleave.openvino.runtime.Inquiry;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/// Holds what a splitter makes of data against what OpenVINO makes of it.
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
    return plan.type().isSubByte();
  }

  /// Whether it can be asked at all: it has no constants without elements.
  boolean isAskable() {
    return !isPacked() || plan.parts().stream().noneMatch(Part::isEmpty);
  }

  /// What a splitter makes of it.
  ///
  /// @param splitter is used and not closed
  List<byte[]> split(Splitter splitter) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(data.length + 1L).asSlice(0, data.length);
      memory.copyFrom(MemorySegment.ofArray(data));
      List<byte[]> parts = new ArrayList<>();
      for (Tensor part :
          splitter.split(plan, new Tensor(plan.shape(), plan.type(), memory), arena)) {
        parts.add(Objects.requireNonNull(part).data().toArray(ValueLayout.JAVA_BYTE));
      }
      return parts;
    }
  }

  /// The question whose answer is looked at by [#ofBytes].
  Inquiry bytes(Inquiry shapes) {
    return shapes.with(data);
  }

  /// The question whose answer is looked at by [#ofPacked].
  Inquiry packed(List<byte[]> ours) {
    return PackedModel.inquiry(plan, data, ours);
  }

  /// Compares the elements of the parts.
  Verdict ofPacked(Answer answer) {
    if (!(answer instanceof Answer.Delivered(_, List<byte[]> both))) {
      return new Verdict.Disagrees("OpenVINO does not compare packed parts: " + answer);
    }
    int parts = plan.partCount();
    boolean same = match(both.subList(0, parts), both.subList(parts, 2 * parts), Arrays::equals);
    if (!same) {
      return new Verdict.Disagrees("the parts hold other elements than OpenVINO's");
    }
    return SplitBits.are(plan.type())
        ? new Verdict.Differs(Difference.PACKED_LAYOUT)
        : new Verdict.Agreed();
  }

  /// Compares the bytes of the parts.
  Verdict ofBytes(List<byte[]> ours, Answer answer) {
    return switch (answer) {
      case Answer.Delivered(_, List<byte[]> theirs) -> ofBytes(ours, theirs);
      case Answer.Undelivered(_, String reason) -> undelivered(reason);
      case Answer.Ended(String how) -> new Verdict.Disagrees("OpenVINO gave no answer: " + how);
      case Answer.Refused(String reason) -> new Verdict.Disagrees(reason);
      case Answer.Inferred _ -> throw new IllegalArgumentException("nobody asked for data");
    };
  }

  private Verdict ofBytes(List<byte[]> ours, List<byte[]> theirs) {
    if (match(ours, theirs, Arrays::equals)) {
      return new Verdict.Agreed();
    }
    ElementType type = plan.type();
    boolean foreseen =
        match(ours, theirs, (our, their) -> Arrays.equals(PluginValues.of(type, our), their));
    return foreseen
        ? new Verdict.Differs(Difference.ofMoving(type).orElseThrow())
        : new Verdict.Disagrees("the parts hold other bytes than OpenVINO's");
  }

  static boolean match(List<byte[]> ours, List<byte[]> theirs, BiPredicate<byte[], byte[]> equal) {
    return ours.size() == theirs.size()
        && IntStream.range(0, ours.size()).allMatch(i -> equal.test(ours.get(i), theirs.get(i)));
  }

  private Verdict undelivered(String reason) {
    return data.length == 0 && isHuge()
        ? new Verdict.Differs(Difference.HUGE_AND_EMPTY)
        : new Verdict.Disagrees("OpenVINO does not run it: " + reason);
  }

  /// The plugin multiplies extents in 64 bits, and takes lengths of 32.
  private boolean isHuge() {
    double product =
        Arrays.stream(plan.shape().extents())
            .asDoubleStream()
            .filter(extent -> extent > 0)
            .reduce(1, (a, b) -> a * b);
    return product >= BEYOND_LONG
        || plan.parts().stream().anyMatch(part -> part.length() > Integer.MAX_VALUE);
  }
}
