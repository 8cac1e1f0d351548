package io.cleave.opencl;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Usage;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Parts that are slices of one buffer, until they are closed: what `allocate` and `view` of a
/// splitter give. Each is a use of the splitter.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
final class ResultBuffers<M> {
  private final ClSession<M, ?> session;
  private final Usage usage;
  private final AtomicInteger open = new AtomicInteger();

  /// @param usage of the splitter
  ResultBuffers(ClSession<M, ?> session, Usage usage) {
    this.session = session;
    this.usage = usage;
  }

  /// The parts of a plan in one buffer.
  ///
  /// @param offsets where each begins in it
  /// @param releaseWhole is called when they are closed
  DeviceParts<M> slices(SplitPlan plan, List<Long> offsets, M whole, Runnable releaseWhole) {
    ArrayList<@Nullable M> slices = new ArrayList<>();
    DeviceParts<M> parts;
    try {
      slices.ensureCapacity(plan.partCount());
      for (Part part : plan.parts()) {
        slices.add(
            part.isMoved() ? session.slice(whole, offsets.get(part.index()), part.bytes()) : null);
      }
      parts = new DeviceParts<>(slices, offsets, whole, () -> giveBack(slices, releaseWhole));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> free(slices, releaseWhole));
      throw e;
    }
    usage.enter();
    open.incrementAndGet();
    return parts;
  }

  private void giveBack(List<@Nullable M> slices, Runnable releaseWhole) {
    try {
      free(slices, releaseWhole);
    } finally {
      open.decrementAndGet();
      usage.exit();
    }
  }

  private void free(List<@Nullable M> slices, Runnable releaseWhole) {
    Failures failures = new Failures();
    for (M slice : slices) {
      if (slice != null) {
        failures.attempt(() -> session.free(slice));
      }
    }
    failures.attempt(releaseWhole);
    failures.throwFirst();
  }

  /// @throws IllegalStateException if some are open
  void requireClosed() {
    int left = open.get();
    if (left > 0) {
      throw new IllegalStateException(
          "%s results of allocate or view are open; close them before their splitter"
              .formatted(left));
    }
  }
}
