package io.cleave.cpu;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;

/// What a plan becomes: everything that is known before memory is, derived once. Cut into pieces
/// that write no byte in common, so that any thread does any of them.
///
/// Safe for use by many threads, however it gets to them.
public abstract class Program {
  private final SplitPlan plan;
  private final MovedParts moved;

  Program(SplitPlan plan) {
    this.plan = plan;
    this.moved = new MovedParts(plan);
  }

  /// What a plan becomes.
  public static Program of(SplitPlan plan) {
    if (plan.converts() || plan.stacking().isPresent()) {
      return new Converted(plan);
    }
    if (plan.unit() == Unit.BIT) {
      return BitTiles.isFor(plan) ? new BitTiles(plan) : new BitRanges(plan);
    }
    return Tiles.isFor(plan) ? new Tiles(plan) : new Stretches(plan);
  }

  /// The plan.
  public final SplitPlan plan() {
    return plan;
  }

  final MovedParts moved() {
    return moved;
  }

  /// How many pieces there are.
  public abstract long pieces();

  /// Does one piece, counted from 0.
  abstract void carryOut(Call call, long piece);

  /// What is done, for [io.cleave.cpu.CpuRoute].
  public abstract String action();

  /// Why it is done this way.
  public abstract String reason();
}
