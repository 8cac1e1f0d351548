package io.cleave.limits;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Seeds;
import io.cleave.backend.MemoryKind;
import io.cleave.backend.Splitter;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Bytes and bits beyond 4 GiB come from their own places, whoever splits.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
@EnabledOnOs(value = OS.LINUX, disabledReason = "files elsewhere may have no holes")
abstract class FarSplitContract {
  private static final List<MemoryKind[]> KINDS =
      List.of(
          new MemoryKind[] {MemoryKind.NATIVE, MemoryKind.BYTES},
          new MemoryKind[] {MemoryKind.NATIVE},
          new MemoryKind[] {MemoryKind.BYTES});

  private Splitter splitter;
  private boolean opened;

  /// Opens who splits.
  abstract Splitter open();

  /// Whether all of the data is copied to where it is split, at least now and then: seconds for
  /// each tensor.
  boolean copiesAll() {
    return false;
  }

  private void needsTime() {
    assumeTrue(!copiesAll() || Seeds.rounds(0, 1) == 1, "long; -Pthorough tries it");
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

  @Test
  void longRowsAreSplit() {
    check(FarPlans.longRows());
  }

  @Test
  void manyRowsAreSplit() {
    needsTime();
    check(FarPlans.manyRows());
  }

  @Test
  void bitsAreSplit() {
    needsTime();
    check(FarPlans.bits());
  }

  @Test
  void elementsAreConverted() {
    needsTime();
    check(FarPlans.conversions());
  }

  @Test
  void partsAreStacked() {
    needsTime();
    for (SplitPlan plan : FarPlans.stacks()) {
      try (FarSplit far = new FarSplit(plan, false)) {
        far.checkStacked(splitter, 1);
      }
    }
  }

  /// In the gate each twin takes every second, and not all the same ones.
  private int first(List<SplitPlan> plans) {
    return (getClass().getSimpleName().length() + plans.size()) % Seeds.rounds(2, 1);
  }

  private void check(List<SplitPlan> plans) {
    for (int i = first(plans); i < plans.size(); i += Seeds.rounds(2, 1)) {
      try (FarSplit far = new FarSplit(plans.get(i), i % 2 == 1)) {
        far.check(splitter, KINDS.get(i % KINDS.size()));
      }
    }
  }
}
