package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.BitOrder;
import java.util.function.IntFunction;

/// Carries launches out as the head comments of the kernels say, work-group by work-group, and
/// checks what those require.
final class RouterSimulation {
  private final byte[] data;
  private final long dataAddress;
  private final IntFunction<RouterCanvas> outputs;
  private final DeviceInfo facts;

  /// @param outputs the buffer of each part
  RouterSimulation(
      DeviceInfo facts, byte[] data, long dataAddress, IntFunction<RouterCanvas> outputs) {
    this.facts = facts;
    this.data = data;
    this.dataAddress = dataAddress;
    this.outputs = outputs;
  }

  void run(Launch launch) {
    assertThat(launch.reason()).isNotBlank();
    switch (launch) {
      case Launch.Copy copy ->
          outputs
              .apply(copy.part())
              .copy(
                  data,
                  copy.fromAt() * 8,
                  copy.toAt() * 8,
                  copy.bytes() * 8,
                  BitOrder.LEAST_SIGNIFICANT_FIRST);
      case Launch.Kernel kernel -> simulated(kernel).run();
    }
  }

  private SimulatedKernel simulated(Launch.Kernel kernel) {
    return switch (kernel.kernel().name()) {
      case "split_runs", "split_lines", "split_columns" ->
          new SimulatedLines(kernel, facts, data, dataAddress, outputs);
      default -> new SimulatedTiles(kernel, facts, data, dataAddress, outputs);
    };
  }
}
