package io.cleave.bench;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// Somebody who takes part in a heat.
///
/// @param role as what
/// @param contender who
public record Entrant(Role role, Contender contender) {
  /// What this one is given for a subject: to copy is to split into one part.
  SplitPlan plan(Subject subject) {
    return role == Role.COPY
        ? SplitPlan.byLengths(Shape.of(subject.bytes()), ElementType.U8, 0, subject.bytes())
        : subject.plan();
  }
}
