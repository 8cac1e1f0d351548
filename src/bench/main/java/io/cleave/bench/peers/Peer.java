package io.cleave.bench.peers;

import io.cleave.bench.Resources;
import io.cleave.cli.bench.Candidate;
import io.cleave.cli.bench.Label;
import io.cleave.cli.bench.Role;
import io.cleave.cli.bench.Trial;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Another library. It is given the width of an element, not its type: a split never looks at a
/// value. Those with a preprocessor for images also convert [Planes].
abstract class Peer implements Candidate {
  static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final String name;
  private final Label label;

  /// @param name the library's name
  /// @param how its threads and outputs, for the report
  Peer(String name, String device, String how) {
    this.name = name;
    this.label = new Label(device, "", how);
  }

  @Override
  public final Label label() {
    return label;
  }

  @Override
  public final Role role() {
    return Role.PEER;
  }

  @Override
  public String refusal(SplitPlan plan) {
    if (plan.converts()) {
      return Planes.of(plan)
          .map(this::refusal)
          .orElse("other libraries convert pixels alone, with a factor for each channel");
    }
    if (plan.type().isSubByte()) {
      return "%s has no packed %s".formatted(name, plan.type());
    }
    return plan.bytes() > Integer.MAX_VALUE
        ? "%s is given a ByteBuffer, which ends at 2 GiB".formatted(name)
        : "";
  }

  /// Why it cannot convert these pixels; empty if it can.
  String refusal(Planes planes) {
    return "%s has no preprocessor for images".formatted(name);
  }

  @Override
  public final Trial prepare(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> outputs) {
    Optional<Planes> planes = Planes.of(plan);
    Resources resources = new Resources();
    try {
      return planes.isPresent()
          ? planes(planes.get(), data, resources)
          : split(plan, data, resources);
    } catch (Exception e) {
      resources.close();
      throw new IllegalStateException("%s refused: %s".formatted(name, e.getMessage()), e);
    }
  }

  /// Prepares a split.
  ///
  /// @param resources whatever is opened, closed by the trial
  abstract Trial split(SplitPlan plan, MemorySegment data, Resources resources) throws Exception;

  /// Prepares a conversion of pixels to planes.
  ///
  /// @param resources whatever is opened, closed by the trial
  Trial planes(Planes planes, MemorySegment data, Resources resources) {
    throw new UnsupportedOperationException(refusal(planes));
  }

  /// Another arithmetic may round differently.
  @Override
  public final boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
    return plan.converts()
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
