package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.tune.TunedSplitters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShippedCasesTest {
  @Test
  void allPassOnTheCpuTwin() {
    try (Splitter splitter = CpuSplitter.open()) {
      requireAllPass(splitter);
    }
  }

  @Test
  @Tag("kernels")
  void allPassOnVectors() {
    try (Splitter splitter = CpuSplitter.open(2, CpuKernels.VECTOR)) {
      requireAllPass(splitter);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  @Tag("device")
  @Tag("long")
  @EnabledIfSystemProperty(
      named = "cleave.thorough",
      matches = "true",
      disabledReason = "it takes a minute: -Dcleave.thorough=true")
  void allPassOnADevice(Binding binding) {
    ClApi<?, ?> through = binding == Binding.LWJGL ? new LwjglApi() : new JoclApi();
    Device device = PlatformUnderTest.device(through).info().device();
    try (Splitter splitter = TunedSplitters.open(device, binding, Route.AUTO)) {
      requireAllPass(splitter);
    }
  }

  private static void requireAllPass(Splitter splitter) {
    List<CaseResult> bad = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Summary summary =
        new Conformance(splitter)
            .run(
                ShippedCases.all(),
                result -> {
                  assertThat(names.add(result.id())).as("another case %s", result.id()).isTrue();
                  if (result.outcome() != CaseResult.Outcome.PASSED) {
                    bad.add(result);
                  }
                });
    assertThat(bad).isEmpty();
    assertThat(summary).hasToString("979 passed, 0 failed");
  }
}
