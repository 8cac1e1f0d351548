package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Twin;
import io.cleave.ir.SplitModel;
import io.cleave.opencl.session.Binding;
import io.cleave.openvino.runtime.OpenVinoClient;
import io.cleave.openvino.runtime.Request;
import io.cleave.openvino.runtime.Response;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenVINO as the oracle: half of the conformance cases and random operations, answered by it, by
/// plain Java, and by LWJGL. [OpenVinoJoclTest] asks the other half at the same time.
/// `-Dcleave.seed=7 -Dcleave.random=100000` asks other and more random ones.
class OpenVinoTest {
  private static final String POCL = "Portable Computing Language";
  private static final long SEED = Long.getLong("cleave.seed", 20260);
  private static final int RANDOM = Integer.getInteger("cleave.random", 1000);

  @TempDir private Path folder;

  /// The binding that half of the questions is for.
  Binding binding() {
    return Binding.LWJGL;
  }

  @Test
  void answersAsCleaveDoesOrDiffersAsListed() throws IOException {
    int half = binding() == Binding.LWJGL ? 0 : 1;
    try (Splitter cpu = Splitter.open(Device.cpu());
        Splitter device = Twin.open(POCL, binding(), half == 0 ? Route.PER_PART : Route.FUSED);
        OpenVinoComparison comparison = new OpenVinoComparison(folder, List.of(cpu, device))) {
      comparison.askCases(half);
      comparison.askRandom(SEED + half, RANDOM / 2);
      System.out.println("OpenVINO, seed %s: %s".formatted(SEED + half, comparison));
      assertThat(comparison.unlisted()).isEmpty();
      assertThat(comparison.shapes()).isGreaterThanOrEqualTo(750);
      assertThat(comparison.data()).isGreaterThanOrEqualTo(480);
    }
  }

  @Test
  void readsTheModelOfAPlan() {
    try (OpenVinoClient openVino = OpenVinoClient.installed()) {
      for (ElementType type : ElementType.values()) {
        SplitPlan plan = SplitPlan.of(Layout.of(type, 2, 6), -1, Cut.byLengths(1, 2, 3)).without(1);
        SplitModel model = SplitModel.of(plan).named("a<&>\"", List.of("q,k", "\uD83D\uDE00\n"));
        assertThat(openVino.ask(Request.shapes(model.xml(), model.weights())))
            .as(type.toString())
            .isEqualTo(new Response.Accepted(List.of("2,1", "2,3"), List.of(), ""));
      }
    }
  }
}
