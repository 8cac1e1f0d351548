package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What drivers do differently, and who asks for it.
class QuirksTest {
  @Test
  void quirks() {
    assertThat(Quirks.of(RouterDevices.POCL))
        .isEqualTo(new Quirks(true, 64, Long.MAX_VALUE, true, false, true));
    assertThat(Quirks.of(RouterDevices.RUSTICL))
        .isEqualTo(new Quirks(false, 64, Long.MAX_VALUE, false, false, false));
    assertThat(Quirks.of(RouterDevices.OCLGRIND))
        .isEqualTo(new Quirks(false, 64, Long.MAX_VALUE, false, false, false));
    assertThat(Quirks.of(RouterDevices.NVIDIA))
        .isEqualTo(new Quirks(false, 64, 65_535, false, false, false));
    assertThat(Quirks.of(RouterDevices.AMD))
        .isEqualTo(new Quirks(false, 16, 65_535, false, false, false));
    assertThat(Quirks.of(RouterDevices.INTEL))
        .isEqualTo(new Quirks(true, 64, Long.MAX_VALUE, false, true, true));
    DeviceFacts poclOnGpu =
        RouterDevices.of(Kind.GPU, "Portable Computing Language", 512, 48 << 10, 1024);
    assertThat(Quirks.of(poclOnGpu)).isEqualTo(new Quirks(false, 64, 65_535, true, false, false));
    assertThat(
            Stream.of(
                    RouterDevices.POCL,
                    RouterDevices.INTEL,
                    RouterDevices.RUSTICL,
                    RouterDevices.OCLGRIND,
                    RouterDevices.NVIDIA,
                    poclOnGpu)
                .map(facts -> Quirks.mayDoMore(facts.device())))
        .containsExactly(true, true, false, false, false, false);
  }

  /// The one driver launches, the other compiles one at a time.
  @Test
  void factsSayWhatADriverBears() {
    List<DeviceFacts> all = List.of(RouterDevices.POCL, RouterDevices.INTEL, RouterDevices.RUSTICL);
    assertThat(all)
        .extracting(DeviceFacts::takesSeveralLaunches)
        .containsExactly(false, true, true);
    assertThat(all).extracting(DeviceFacts::takesSeveralBuilds).containsExactly(true, false, true);
    assertThat(all)
        .extracting(DeviceFacts::computesInHostMemory)
        .containsExactly(true, true, false);
    assertThat(all).extracting(DeviceFacts::mayDoMore).containsExactly(true, true, false);
  }
}
