package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/// The twin that the contract is for: one splitter serves all tests, as it would a program, so that
/// what it has compiled for one, others use.
///
/// Expected bytes come from [NaiveSplit], which shares no arithmetic with the planner.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SplitterFixture {
  Splitter splitter;

  /// Not where its device is missing, so that the tests are skipped.
  private boolean opened;

  /// Opens the twin.
  protected abstract Splitter open();

  /// True for splitters that get the same kinds of work, but less and smaller: a simulator is a
  /// thousand times slower than a device, and some compilers are slow.
  protected boolean isBrief() {
    return false;
  }

  /// True for devices that work in place: every other split is of memory that they can use so.
  protected boolean worksInPlace() {
    return false;
  }

  @BeforeAll
  void openTwin() {
    splitter = open();
    opened = true;
  }

  @AfterAll
  void closeTwin() {
    if (opened) {
      splitter.close();
    }
  }

  final SplitPlan randomPlan(Random random) {
    return new RandomSplit(random, isBrief() ? 2_000 : 200_000).plan();
  }

  final void check(SplitPlan plan) {
    check(plan, new Random(plan.data().shape().hashCode()));
  }

  final void check(SplitPlan plan, Random random) {
    check(SplitExample.any(plan, SplitCheck.bytes(plan, random), random), random);
  }

  final void check(SplitExample example, Random random) {
    (worksInPlace() && random.nextBoolean() ? example.inPlace() : example).check(splitter);
  }

  static byte[] bytes(MemorySegment memory) {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }
}
