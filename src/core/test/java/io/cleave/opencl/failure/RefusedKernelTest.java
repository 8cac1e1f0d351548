package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.RouteName;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.failure.HostTrial.Place;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A compiler that refuses one kernel for good, and takes all others: whoever needs that one is
/// told, with kernel and device; the others never notice.
class RefusedKernelTest {
  private static final SplitPlan MANY =
      SplitPlan.intoEqualParts(Shape.of(3, 70), ElementType.U8, 1, 70);

  /// Whole words in one part and not in the next: part by part, that takes two kernels.
  private static final SplitPlan UNEVEN =
      SplitPlan.byLengths(Shape.of(4000), ElementType.U8, 0, 2000, 1999, 1);

  private static final SplitPlan OTHER =
      SplitPlan.byLengths(Shape.of(390, 5), ElementType.U4, 1, 2, 3);

  private static HostTrial trial(boolean shares, RouteName route, SplitPlan plan) {
    return new HostTrial(shares, Place.ALIGNED, route, 10_000, HostTrial.parts(plan));
  }

  /// The kernels of a plan, in the order in which they are compiled.
  private static List<KernelVariant> kernels(HostTrial trial) {
    FakeSession session = trial.session(1);
    try (OpenClSplitter<FakeMemory, FakeEvent> splitter = trial.open(session)) {
      trial.run(splitter);
    }
    return session.compiler().asked();
  }

  @ParameterizedTest
  @CsvSource({"true, AUTO", "false, AUTO", "true, PER_PART", "false, PER_PART"})
  void onlyThePlansThatNeedItAreTold(boolean shares, RouteName route) {
    HostTrial many = trial(shares, route, route == RouteName.AUTO ? MANY : UNEVEN);
    HostTrial other = trial(shares, route, OTHER);
    List<KernelVariant> kernels = kernels(many);
    assertThat(kernels).isNotEmpty().doesNotContainAnyElementsOf(kernels(other));
    for (KernelVariant bad : kernels) {
      FakeSession session = many.session(1);
      try (OpenClSplitter<FakeMemory, FakeEvent> splitter = many.open(session)) {
        session.compiler().refuse(bad::equals);
        other.run(splitter);
        requireRefused(bad, many, splitter);
        int live = session.live();
        requireRefused(bad, many, splitter);
        assertThat(session.live()).as("what is kept of %s", bad).isEqualTo(live);
        other.run(splitter);
        session.compiler().refuse(_ -> false);
        many.run(splitter);
      }
      assertThat(session.live()).isZero();
    }
  }

  private static void requireRefused(
      KernelVariant bad, HostTrial trial, OpenClSplitter<FakeMemory, FakeEvent> splitter) {
    assertThatExceptionOfType(BuildException.class)
        .isThrownBy(() -> trial.run(splitter))
        .withMessage(
            "clBuildProgram failed with CL_BUILD_PROGRAM_FAILURE (-11): %s for a fake; the compiler"
                + " says: error: not this one",
            bad)
        .satisfies(e -> assertThat(e.status()).isEqualTo(-11));
  }

  @Test
  void anotherRouteOfTheSameSplitterGoesOn() {
    HostTrial fused = trial(true, RouteName.FUSED, MANY);
    List<KernelVariant> bad = kernels(fused);
    FakeSession session = fused.session(1);
    session.compiler().refuse(bad::contains);
    try (OpenClSplitter<FakeMemory, FakeEvent> splitter = fused.open(session)) {
      requireRefused(bad.getFirst(), fused, splitter);
      fused.run(splitter.onRoute(RouteName.PER_PART));
      requireRefused(bad.getFirst(), fused, splitter);
    }
    assertThat(session.live()).isZero();
  }
}
