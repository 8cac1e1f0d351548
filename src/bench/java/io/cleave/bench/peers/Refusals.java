package io.cleave.bench.peers;

import io.cleave.bench.convert.Planes;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;

/// Why a peer cannot take part.
final class Refusals {
  private Refusals() {}

  /// What all peers refuse that take a ByteBuffer.
  static String of(String peer, SplitPlan plan) {
    if (plan.converts()) {
      return Planes.of(plan)
          .map(planes -> ofPlanes(peer, planes))
          .orElse("%s is asked for pixels alone, with a factor for each channel".formatted(peer));
    }
    String refusal = ofPacked(peer, plan);
    return refusal.isEmpty() && plan.bytes() > Integer.MAX_VALUE
        ? "%s is given a ByteBuffer, which ends at 2 GiB".formatted(peer)
        : refusal;
  }

  /// What those refuse that transpose, and are asked for no more of it than models need.
  private static String ofPlanes(String peer, Planes planes) {
    boolean halves = planes.target() == ElementType.F16;
    return planes.isWhole()
            && planes.source() == ElementType.U8
            && (halves || planes.target() == ElementType.F32)
        ? ""
        : "%s is asked for all channels of u8, as f32 or f16".formatted(peer);
  }

  /// What all peers refuse. They are given the width of an element, not its type: a split never
  /// looks at a value.
  static String ofPacked(String peer, SplitPlan plan) {
    ElementType type = plan.type();
    return type.bits() < Byte.SIZE ? "%s has no packed %s".formatted(peer, type) : "";
  }
}
