package io.cleave;

import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.spi.SplitterContract;
import io.cleave.tune.TunedSplitters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The contract on Intel's OpenCL, a fourth compiler. It takes .05 s and more for each kernel, so
/// it gets as little of it as a simulator; all of it runs in the tests with the tag `long`.
@Tag("device")
@EnabledIfSystemProperty(
    named = "cleave.platform",
    matches = "Intel.*",
    disabledReason = "the driver is chosen before the JVM starts: the run `intel` of the pom")
class IntelTwinTest extends SplitterContract {
  @Override
  protected boolean isBrief() {
    return true;
  }

  @Override
  protected boolean worksInPlace() {
    return true;
  }

  @Override
  protected Splitter open() {
    Device device = PlatformUnderTest.device(new LwjglApi()).info().device();
    return TunedSplitters.open(device, Binding.LWJGL, Route.AUTO);
  }
}
