package io.cleave.opencl;

import io.cleave.backend.Region;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
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
import org.jspecify.annotations.Nullable;

/// Checks the user's device memory against a plan before anything is queued.
///
/// Overlap is found within one buffer, through whichever of its sub-buffers it is reached.
final class DeviceMemory {
  /// A stretch of a buffer that somebody uses.
  private record Claim(String who, long begin, long end) {}

  private DeviceMemory() {}

  /// Checks data and parts.
  ///
  /// @param parts a place for each part, or null
  static <M> void check(
      ClSession<M, ?> session,
      SplitPlan plan,
      Region<M> data,
      List<? extends @Nullable Region<M>> parts) {
    requireNumbers(plan);
    Map<M, List<Claim>> claims = new HashMap<>();
    claim(session, claims, "the data", data, plan.bytes());
    for (Part part : plan.parts()) {
      Region<M> region = parts.get(part.index());
      if (region != null) {
        Checks.requireWanted(part);
        claim(session, claims, "part " + part.index(), region, part.bytes());
      }
    }
    claims.values().forEach(DeviceMemory::requireDisjoint);
  }

  /// Checks data and one tensor for all slices.
  static <M> void check(
      ClSession<M, ?> session, StackedPlan plan, Region<M> data, Region<M> result) {
    Map<M, List<Claim>> claims = new HashMap<>();
    claim(session, claims, "the data", data, plan.slices().bytes());
    claim(session, claims, "the result", result, plan.bytes());
    claims.values().forEach(DeviceMemory::requireDisjoint);
    requireAligned("the data", session.alignment(data.memory()));
    requireAligned("the result", session.alignment(result.memory()));
  }

  /// Checks that parts of our own making are no smaller than the plan's: behind each, there may be
  /// some bytes that are nobody's.
  static <M> void checkSlices(
      ClSession<M, ?> session, SplitPlan plan, List<? extends @Nullable M> slices) {
    for (Part part : plan.parts()) {
      M slice = slices.get(part.index());
      if (slice != null && part.bytes() > session.size(slice)) {
        throw new IllegalArgumentException(
            "part %s takes %s bytes; the parts were allocated for a plan in which it has %s"
                .formatted(part.index(), part.bytes(), session.size(slice)));
      }
    }
  }

  /// Checks that the data is all there.
  static <M> void checkData(ClSession<M, ?> session, SplitPlan plan, Region<M> data) {
    check(session, plan, data, Collections.nCopies(plan.partCount(), null));
  }

  static void requireNumbers(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings cannot live on a device; split String arrays instead");
    }
    Checks.requireApart(plan);
  }

  private static <M> void claim(
      ClSession<M, ?> session,
      Map<M, List<Claim>> claims,
      String who,
      Region<M> region,
      long bytes) {
    requireMemory(session, who, region.memory());
    long size = session.size(region.memory());
    if (bytes > size - region.at()) {
      throw new IllegalArgumentException(
          "%s takes %s bytes from byte %s on; the buffer has %s"
              .formatted(who, bytes, region.at(), size));
    }
    if (bytes > 0) {
      Region<M> root = session.root(region.memory());
      long begin = root.at() + region.at();
      claims
          .computeIfAbsent(root.memory(), _ -> new ArrayList<>())
          .add(new Claim(who, begin, begin + bytes));
    }
  }

  private static <M> void requireMemory(ClSession<M, ?> session, String who, M memory) {
    if (session.isNull(memory)) {
      throw new IllegalArgumentException(
          "%s is given the null handle; give a buffer, or no region where there is no part"
              .formatted(who));
    }
    if (!session.isInContext(memory)) {
      throw new IllegalArgumentException(
          "%s is given a buffer of another context than the queue's; give one of the queue's context"
              .formatted(who));
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
                .formatted(before.who(), claim.who()));
      }
    }
  }

  /// Checks that every buffer that takes part begins where a [Placement] says it does.
  static <M> void requireAligned(
      ClSession<M, ?> session, Region<M> data, List<? extends @Nullable Region<M>> parts) {
    requireAligned("the data", session.alignment(data.memory()));
    for (int i = 0; i < parts.size(); i++) {
      Region<M> part = parts.get(i);
      if (part != null) {
        requireAligned("part " + i, session.alignment(part.memory()));
      }
    }
  }

  private static void requireAligned(String who, long alignment) {
    if (alignment < Placement.ALIGNMENT) {
      throw new IllegalArgumentException(
          "the buffer of %s uses host memory at a multiple of %s bytes; align it to %s"
              .formatted(who, alignment, Placement.ALIGNMENT));
    }
  }
}
