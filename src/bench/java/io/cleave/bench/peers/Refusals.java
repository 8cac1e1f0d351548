package io.cleave.bench.peers;

import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;

/// Why a peer cannot take part.
final class Refusals {
  private Refusals() {}

  /// What all peers refuse that take a ByteBuffer.
  static String of(String peer, SplitPlan plan) {
    String refusal = ofPacked(peer, plan);
    return refusal.isEmpty() && plan.bytes() > Integer.MAX_VALUE
        ? "%s is given a ByteBuffer, which ends at 2 GiB".formatted(peer)
        : refusal;
  }

  /// What all peers refuse. They are given the width of an element, not its type: a split never
  /// looks at a value.
  static String ofPacked(String peer, SplitPlan plan) {
    ElementType type = plan.type();
    return type.bits() < Byte.SIZE ? "%s has no packed %s".formatted(peer, type) : "";
  }
}
