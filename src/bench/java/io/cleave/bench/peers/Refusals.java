package io.cleave.bench.peers;

import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;

/// Why a peer cannot take part.
final class Refusals {
  private Refusals() {}

  /// What all peers refuse. They are given the width of an element, not its type: a split never
  /// looks at a value.
  static String of(String peer, SplitPlan plan) {
    ElementType type = plan.type();
    if (type.bits() < Byte.SIZE) {
      return "%s has no packed %s".formatted(peer, type);
    }
    if (plan.bytes() > Integer.MAX_VALUE) {
      return "%s is given a ByteBuffer, which ends at 2 GiB".formatted(peer);
    }
    return "";
  }
}
