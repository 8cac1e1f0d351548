package io.cleave.conformance;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.tune.TunedSplitters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// All cases on the platform under test, through both bindings.
@Tag("device")
@Tag("long")
@EnabledIfSystemProperty(
    named = "cleave.thorough",
    matches = "true",
    disabledReason = "it takes a minute: -Dcleave.thorough=true")
class DeviceCasesTest {
  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void allPass(Binding binding) {
    ClApi<?, ?> through = binding == Binding.LWJGL ? new LwjglApi() : new JoclApi();
    Device device = PlatformUnderTest.device(through).facts().device();
    try (Splitter splitter = TunedSplitters.open(device, binding, Route.AUTO)) {
      ShippedCasesTest.requireAllPass(splitter);
    }
  }
}
