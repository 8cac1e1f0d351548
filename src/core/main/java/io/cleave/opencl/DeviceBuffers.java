package io.cleave.opencl;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.Usage;
import io.cleave.opencl.route.PackedLayout;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.Checks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Device memory of a user's: checks it against plans before anything is queued, and makes parts
/// that are slices of one buffer, each of which is a use of the splitter until it is closed.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
final class DeviceBuffers<M> {
  /// A stretch of a buffer in use.
  private record Claim(String user, long begin, long end) {}

  private final ClSession<M, ?> session;
  private final Usage usage;
  private final AtomicInteger open = new AtomicInteger();

  /// @param usage of the splitter
  DeviceBuffers(ClSession<M, ?> session, Usage usage) {
    this.session = session;
    this.usage = usage;
  }

  /// Checks data and parts. Overlap is found within one buffer, through whichever of its
  /// sub-buffers it is reached.
  ///
  /// @param parts a place for each part, or null
  void check(SplitPlan plan, Region<M> data, List<? extends @Nullable Region<M>> parts) {
    requireNumbers(plan);
    Map<M, List<Claim>> claims = new HashMap<>();
    claim(claims, "the data", data, plan.bytes());
    for (Part part : plan.parts()) {
      Region<M> region = parts.get(part.index());
      if (region != null) {
        Checks.requireWanted(part);
        claim(claims, "part " + part.index(), region, part.bytes());
      }
    }
    claims.values().forEach(DeviceBuffers::requireDisjoint);
  }

  /// Checks that every buffer begins where a [Placement] says it does.
  void requireAligned(Region<M> data, List<? extends @Nullable Region<M>> parts) {
    requireAligned("the data", data);
    for (int i = 0; i < parts.size(); i++) {
      Region<M> part = parts.get(i);
      if (part != null) {
        requireAligned("part " + i, part);
      }
    }
  }

  /// Checks data and one tensor for all slices.
  void check(StackedPlan plan, Region<M> data, Region<M> result) {
    Map<M, List<Claim>> claims = new HashMap<>();
    claim(claims, "the data", data, plan.slices().bytes());
    claim(claims, "the result", result, plan.bytes());
    claims.values().forEach(DeviceBuffers::requireDisjoint);
    requireAligned("the data", data);
    requireAligned("the result", result);
  }

  /// Checks that parts which were allocated here are no smaller than the plan's: behind each, there
  /// may be some bytes of padding.
  void checkSlices(SplitPlan plan, List<? extends @Nullable M> slices) {
    for (Part part : plan.parts()) {
      M slice = slices.get(part.index());
      if (slice != null && part.bytes() > session.size(slice)) {
        throw new IllegalArgumentException(
            "part %s takes %s bytes; the parts were allocated for a plan in which it has %s"
                .formatted(part.index(), part.bytes(), session.size(slice)));
      }
    }
  }

  static void requireNumbers(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings cannot live on a device; split String arrays instead");
    }
    Checks.requireApart(plan);
  }

  private void claim(Map<M, List<Claim>> claims, String user, Region<M> region, long bytes) {
    M memory = region.memory();
    if (session.isNull(memory)) {
      throw new IllegalArgumentException(
          "%s is given the null handle; give a buffer, or no region where there is no part"
              .formatted(user));
    }
    if (!session.isInContext(memory)) {
      throw new IllegalArgumentException(
          "%s is given a buffer of another context than the queue's; give one of the queue's context"
              .formatted(user));
    }
    long size = session.size(memory);
    if (bytes > size - region.at()) {
      throw new IllegalArgumentException(
          "%s takes %s bytes from byte %s on; the buffer has %s"
              .formatted(user, bytes, region.at(), size));
    }
    if (bytes > 0) {
      Region<M> root = session.root(memory);
      long begin = root.at() + region.at();
      claims
          .computeIfAbsent(root.memory(), _ -> new ArrayList<>())
          .add(new Claim(user, begin, begin + bytes));
    }
  }

  private static void requireDisjoint(List<Claim> claims) {
    claims.sort((a, b) -> Long.compare(a.begin(), b.begin()));
    for (int i = 1; i < claims.size(); i++) {
      Claim before = claims.get(i - 1);
      Claim claim = claims.get(i);
      if (claim.begin() < before.end()) {
        throw new IllegalArgumentException(
            "%s and %s overlap in one buffer; give each memory of its own"
                .formatted(before.user(), claim.user()));
      }
    }
  }

  private void requireAligned(String user, Region<M> region) {
    long alignment = session.alignment(region.memory());
    if (alignment < Placement.ALIGNMENT) {
      throw new IllegalArgumentException(
          "the buffer of %s uses host memory at a multiple of %s bytes; align it to %s"
              .formatted(user, alignment, Placement.ALIGNMENT));
    }
  }

  /// Where parts begin in one buffer that [#allocate] makes.
  PackedLayout layout(SplitPlan plan) {
    return PackedLayout.of(plan, session.facts().baseAlignment());
  }

  /// The parts of a plan in one new buffer.
  DeviceParts<M> allocate(SplitPlan plan) {
    requireNumbers(plan);
    PackedLayout layout = layout(plan);
    long largest = session.facts().maxAllocation();
    if (layout.bytes() > largest) {
      throw new IllegalArgumentException(
          "the parts take %s bytes together, the device allocates at most %s at once; give each part a buffer of its own"
              .formatted(layout.bytes(), largest));
    }
    M whole = session.allocate(Math.max(1, layout.bytes()));
    return slices(plan, layout.offsets(), whole, () -> session.free(whole));
  }

  /// The parts of a plan as stretches of the data.
  DeviceParts<M> view(SplitPlan plan, Region<M> data) {
    check(plan, data, Collections.nCopies(plan.partCount(), null));
    Checks.requireViewable(plan);
    // OpenCL has no sub-buffers of sub-buffers.
    Region<M> root = session.root(data.memory());
    long dataAt = root.at() + data.at();
    List<Long> offsets = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      offsets.add(part.isMoved() ? viewable(part, dataAt) : 0);
    }
    return slices(plan, offsets, root.memory(), () -> {});
  }

  private long viewable(Part part, long dataAt) {
    if (!part.isContiguous()) {
      throw new IllegalArgumentException(
          "a view needs each part in one piece; copy instead, since the data holds %s"
              .formatted(part));
    }
    long at = dataAt + part.offset();
    long alignment = session.facts().baseAlignment();
    if (at % alignment != 0) {
      throw new IllegalArgumentException(
          "part %s begins at byte %s of the buffer; on this device a view begins at a multiple of %s, so copy instead"
              .formatted(part.index(), at, alignment));
    }
    return at;
  }

  private DeviceParts<M> slices(
      SplitPlan plan, List<Long> offsets, M whole, Runnable releaseWhole) {
    List<@Nullable M> slices = new ArrayList<>(plan.partCount());
    DeviceParts<M> parts;
    try {
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
