package io.cleave.bench.peers;

import io.cleave.bench.Resources;
import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Another library. It is given the width of an element, not its type: a split never looks at a
/// value. Those with a preprocessor for images also convert [Planes].
abstract class Peer implements Candidate.Work {
  static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final String name;
  private final String device;
  private final String how;

  /// @param name the library's name
  /// @param how its threads and outputs, for the report
  Peer(String name, String device, String how) {
    this.name = name;
    this.device = device;
    this.how = how;
  }

  /// The library as a candidate.
  final Candidate candidate() {
    return new Candidate(Role.PEER, device, "", how, this);
  }

  /// Why it cannot carry out a plan; empty if it can.
  String refusal(SplitPlan plan) {
    if (plan.conversion().isPresent()) {
      return Planes.of(plan)
          .map(this::refusal)
          .orElse("other libraries convert pixels alone, with a factor for each channel");
    }
    if (plan.isStacked() || !plan.data().isDense()) {
      return "%s is asked for parts of dense data".formatted(name);
    }
    if (plan.data().type().isSubByte()) {
      return "%s has no packed %s".formatted(name, plan.data().type());
    }
    return plan.data().bytes() > Integer.MAX_VALUE
        ? "%s is given a ByteBuffer, which ends at 2 GiB".formatted(name)
        : "";
  }

  /// Why it cannot convert these pixels; empty if it can.
  String refusal(Planes planes) {
    return "%s has no preprocessor for images".formatted(name);
  }

  @Override
  public final Prepared prepare(SplitPlan plan, MemorySegment given, List<MemorySegment> outputs) {
    String refusal = refusal(plan);
    if (!refusal.isEmpty()) {
      throw new UnsupportedOperationException(refusal);
    }
    Optional<Planes> planes = Planes.of(plan);
    Resources resources = new Resources();
    try {
      // Other libraries take native memory alone; they are no slower in it.
      MemorySegment data =
          given.isNative() ? given : resources.allocate(given.byteSize()).copyFrom(given);
      return planes.isPresent()
          ? planes(planes.get(), data, resources)
          : split(whole(plan), plan.partCount(), data, resources);
    } catch (Exception e) {
      resources.close();
      throw new IllegalStateException("%s refused: %s".formatted(name, e.getMessage()), e);
    }
  }

  /// The plan with one more part for what is left of a row, if something is. No benchmark leaves
  /// out a part before others.
  private static SplitPlan whole(SplitPlan plan) {
    long[] lengths = plan.lengths();
    if (Arrays.stream(lengths).sum() == plan.data().shape().extent(plan.axis())) {
      return plan;
    }
    long[] all = Arrays.copyOf(lengths, lengths.length + 1);
    all[lengths.length] = -1;
    return SplitPlan.of(plan.data(), plan.axis(), Cut.byLengths(all));
  }

  /// Prepares a split.
  ///
  /// @param plan all parts of the data
  /// @param wanted how many of them are asked for, from the first one
  /// @param resources whatever is opened, closed with what is prepared
  abstract Prepared split(SplitPlan plan, int wanted, MemorySegment data, Resources resources)
      throws Exception;

  /// Prepares a conversion of pixels to planes.
  ///
  /// @param resources whatever is opened, closed with what is prepared
  Prepared planes(Planes planes, MemorySegment data, Resources resources) {
    throw new UnsupportedOperationException(refusal(planes));
  }

  /// Another arithmetic may round differently.
  @Override
  public final boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
    return plan.conversion().isPresent()
        ? Tolerance.holds(plan.partType(), expected, part)
        : expected.mismatch(part) < 0;
  }

  /// Memory for each part.
  static List<MemorySegment> outputs(SplitPlan plan, Resources resources) {
    return plan.parts().stream().map(part -> resources.allocate(part.bytes())).toList();
  }

  /// The same memory for bindings that know no segments.
  static ByteBuffer buffer(MemorySegment memory) {
    return memory.asByteBuffer().order(ByteOrder.nativeOrder());
  }
}
