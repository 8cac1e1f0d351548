package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The kernels that each kind of device gets for the shapes that performance is judged by.
class RouterTableTest {
  @Test
  void kernelsOfTheSuite() {
    assertThat(
            RouterSuite.ALL.stream().map(RouterTableTest::line).collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            A_QKV      | streamed split_tiles | fused split_tiles | fused split_words | fused split_words
            B_ROWS16   | streamed split_lines | fused split_tiles | fused split_local | fused split_local
            C_NCHW     | streamed split_tiles | fused split_tiles | fused split_words | fused split_words
            D_HWC      | streamed split_lines | fused split_tiles | fused split_local | fused split_local
            E_AXIS0    | streamed split_tiles | fused split_tiles | copies copy x 3   | copies copy x 3
            F_MANY     | streamed split_lines | fused split_tiles | fused split_words | fused split_words x 4
            G_ODD      | streamed split_lines | fused split_tiles | fused split_local | fused split_local
            H_ISSUE    | streamed split_tiles | fused split_tiles | fused split_local | fused split_local x 6
            I_TINY     | fused split_tiles    | fused split_tiles | fused split_words | fused split_words
            J_TAIL     | streamed split_tiles | fused split_tiles | fused split_local | fused split_local
            K_NIBBLES  | bits split_bits      | bits split_bits   | fused split_local | fused split_local
            L_THOUSAND | streamed split_lines | fused split_tiles | fused split_local | fused split_local x 63\
            """);
  }

  /// With parts in one buffer, and where an AMD device gets them in buffers of their own.
  private static String line(RouterSuite shape) {
    return "%-10s | %-20s | %-17s | %-17s | %s"
        .formatted(
            shape.name(),
            cell(RouterDevices.POCL, shape, true),
            cell(RouterDevices.RUSTICL, shape, true),
            cell(RouterDevices.NVIDIA, shape, true),
            cell(RouterDevices.AMD, shape, false));
  }

  /// The route, the kernel of its first launch, and how many launches there are.
  private static String cell(DeviceInfo facts, RouterSuite shape, boolean packed) {
    Routing routing =
        new Router(facts).route(shape.plan(), shape.placement(packed), RouteName.AUTO);
    String kernel =
        routing.launches().getFirst() instanceof Launch.Kernel launch
            ? launch.kernel().name()
            : "copy";
    int launches = routing.launches().size();
    return "%s %s%s".formatted(routing.name(), kernel, launches == 1 ? "" : " x " + launches);
  }
}
