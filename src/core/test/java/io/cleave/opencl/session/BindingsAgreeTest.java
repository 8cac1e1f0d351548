package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/// Both bindings ask the same loader, so they find the same devices, with the same facts, and the
/// same obstacles.
class BindingsAgreeTest {
  @Test
  void onWhatIsThereAndWhatIsNot() {
    assumeTrue(new JoclApi().load() == null, "JOCL does not work here at all");
    DeviceSearch jocl = DeviceSearch.run(new JoclApi());
    DeviceSearch lwjgl = DeviceSearch.run(new LwjglApi());
    assertThat(jocl.devices())
        .extracting(FoundDevice::facts)
        .isEqualTo(lwjgl.devices().stream().map(FoundDevice::facts).toList());
    assertThat(jocl.obstacles()).isEqualTo(lwjgl.obstacles());
  }
}
