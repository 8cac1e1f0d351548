package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Seeds;
import io.cleave.backend.MemoryKind;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static final String BY_HOST = "by the host";

  private Splitter splitter;
  private boolean opened;

  /// Opens who splits.
  abstract Splitter open();

  /// Whether a device splits. It copies all of the data to where it is split, at least now and
  /// then: seconds for each tensor.
  boolean isDevice() {
    return false;
  }

  /// Whether the device holds less than a twentieth of the data at once, and so takes a slab after
  /// the other.
  boolean holdsLittle() {
    return false;
  }

  /// A test of the host in a device's name would show nothing.
  private void requireByDevice(Route route) {
    if (isDevice()) {
      assertThat(route.reason()).doesNotStartWith(BY_HOST);
    }
    if (holdsLittle()) {
      assertThat(route.reason()).contains(" slabs of ");
    }
  }

  /// A device that has room for all of it may do it.
  private void requireByHost(Route route) {
    if (holdsLittle()) {
      assertThat(route.reason())
          .startsWith(BY_HOST + ", since too few rows fit the device at once");
    }
  }

  private void needsTime() {
    assumeTrue(!isDevice() || Seeds.rounds(0, 1) == 1, "long; -Pthorough tries it");
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
    check(FarPlans.longRows(), this::requireByHost);
  }

  @Test
  void manyRowsAreSplit() {
    needsTime();
    check(FarPlans.manyRows(), this::requireByDevice);
  }

  @Test
  void bitsAreSplit() {
    needsTime();
    check(FarPlans.bits(), this::requireByDevice);
  }

  @Test
  void longRowsOfBitsAreSplit() {
    needsTime();
    check(FarPlans.longRowsOfBits(), this::requireByHost);
  }

  @Test
  void elementsAreConverted() {
    needsTime();
    check(FarPlans.conversions(), this::requireByDevice);
  }

  @Test
  void elementsOfLongRowsAreConverted() {
    needsTime();
    check(FarPlans.conversionsOfLongRows(), this::requireByHost);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void partsAreStacked(int axis) {
    needsTime();
    for (SplitPlan plan : FarPlans.stacks()) {
      StackedPlan stack = plan.stacked(axis);
      requireByDevice(splitter.explain(stack));
      try (FarSplit far = new FarSplit(plan, false)) {
        far.checkStacked(splitter, stack, axis);
      }
    }
  }

  /// In the gate each twin takes every second, and not all the same ones.
  private int first(List<SplitPlan> plans) {
    return (getClass().getSimpleName().length() + plans.size()) % Seeds.rounds(2, 1);
  }

  private void check(List<SplitPlan> plans, Consumer<Route> who) {
    for (int i = first(plans); i < plans.size(); i += Seeds.rounds(2, 1)) {
      who.accept(splitter.explain(plans.get(i)));
      try (FarSplit far = new FarSplit(plans.get(i), i % 2 == 1)) {
        far.check(splitter, KINDS.get(i % KINDS.size()));
      }
    }
  }
}
