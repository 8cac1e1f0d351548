package io.cleave.bench.openvino;

import io.cleave.bench.Contender;
import io.cleave.bench.Label;
import io.cleave.bench.Run;
import io.cleave.bench.convert.Planes;
import io.cleave.openvino.runtime.OpenVinoLibrary;
import io.cleave.openvino.runtime.OpenVinoObject;
import io.cleave.openvino.runtime.OpenVinoOps;
import io.cleave.openvino.runtime.PreprocessorOps;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;

/// OpenVINO's CPU plugin, on all processors: a model that is one VariadicSplit or, where values are
/// converted, its preprocessor, with outputs bound to memory that exists before.
public final class OpenVinoPeer implements Contender {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /// Of two hardware threads of a core, the hint alone would take one. The last one keeps f32 as it
  /// is where the processor calculates with bf16.
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "PERFORMANCE_HINT", "LATENCY",
          "INFERENCE_NUM_THREADS", String.valueOf(THREADS),
          "ENABLE_HYPER_THREADING", "YES",
          "INFERENCE_PRECISION_HINT", "f32");

  private final OpenVinoOps ops;
  private final PreprocessorOps preprocessor;
  private final OpenVinoObject core;

  /// Loads OpenVINO.
  ///
  /// @param folder where its wheel was unpacked
  public OpenVinoPeer(Path folder) {
    OpenVinoLibrary library = OpenVinoLibrary.in(folder);
    this.ops = new OpenVinoOps(library);
    this.preprocessor = new PreprocessorOps(library);
    this.core = ops.core();
  }

  @Override
  public Label label() {
    return new Label("openvino", "", "%s threads, own outputs".formatted(THREADS));
  }

  @Override
  public String refusal(SplitPlan plan) {
    if (plan.converts()) {
      return Planes.of(plan)
          .map(OpenVinoPlanes::refusal)
          .orElse("OpenVINO's preprocessor knows pixels alone, and a factor for each channel");
    }
    return plan.type().isSubByte()
        ? "OpenVINO takes packed %s for whole bytes".formatted(plan.type())
        : "";
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return Planes.of(plan)
        .<Run>map(planes -> new OpenVinoPlanes(ops, preprocessor, core, PROPERTIES, planes, data))
        .orElseGet(() -> new OpenVinoRun(ops, core, PROPERTIES, plan, data));
  }
}
